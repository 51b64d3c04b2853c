/** The real server in a process of its own, on one port and directory for all its lives. */
import { type ChildProcess, spawn } from "node:child_process";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConvexHttpClient } from "convex/browser";
import {
  type DefaultFunctionArgs,
  type FunctionReference,
  makeFunctionReference,
} from "convex/server";
import { deployApp } from "../../test/deployApp.ts";
import { freePort } from "../../test/freePort.ts";

const root = join(import.meta.dirname, "../../..");
const main = join(root, "backend/src/main.ts");
const appDir = join(import.meta.dirname, "../app");
const preload = new URL("breakage.ts", import.meta.url);

export interface ServerSettings {
  readonly env?: Readonly<Record<string, string>>;
  /** A way to be wrong, see `breakage.ts`. */
  readonly breakage?: string;
  /** Where to copy the prepared directory to; default: a temporary one. */
  readonly dataDir?: string;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export class FaultServer implements AsyncDisposable {
  readonly port: number;
  readonly url: string;
  readonly dataDir: string;
  readonly #settings: ServerSettings;
  #child: ChildProcess | null = null;
  #exited: Promise<Exit> = Promise.resolve({ code: null, signal: null });
  output = "";

  private constructor(port: number, dataDir: string, settings: ServerSettings) {
    this.port = port;
    this.url = `http://127.0.0.1:${port}`;
    this.dataDir = dataDir;
    this.#settings = settings;
  }

  /** A data directory with the app pushed, to start many servers from. */
  static async prepare(): Promise<string> {
    const dataDir = await mkdtemp(join(tmpdir(), "faults-"));
    const server = new FaultServer(await freePort(), dataDir, {});
    await server.start();
    try {
      await server.#push();
    } catch (error) {
      throw new Error(server.output, { cause: error });
    } finally {
      await server.signal("SIGTERM");
    }
    return dataDir;
  }

  static async from(
    template: string,
    settings: ServerSettings = {},
  ): Promise<FaultServer> {
    const dataDir =
      settings.dataDir ?? (await mkdtemp(join(tmpdir(), "faults-")));
    await cp(template, dataDir, { recursive: true });
    const server = new FaultServer(await freePort(), dataDir, settings);
    await server.start();
    return server;
  }

  get pid(): number {
    const pid = this.#child?.pid;
    if (pid === undefined) throw new Error("The server does not run.");
    return pid;
  }

  get isRunning(): boolean {
    return this.#child?.exitCode === null && this.#child.signalCode === null;
  }

  /** When and how the present life ends. */
  get exited(): Promise<Exit> {
    return this.#exited;
  }

  async start(env: Readonly<Record<string, string>> = {}): Promise<void> {
    const { breakage } = this.#settings;
    const flags =
      breakage === undefined ? [] : ["--import", `${preload.href}?${breakage}`];
    const child = spawn(process.execPath, [...flags, main], {
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        PATH: process.env.PATH,
        PORT: String(this.port),
        DATA_DIR: this.dataDir,
        APP_ROOT: appDir,
        CONVEX_CLOUD_ORIGIN: this.url,
        ...this.#settings.env,
        ...env,
      },
    });
    this.#child = child;
    this.#exited = new Promise((resolve) =>
      child.once("exit", (code, signal) => resolve({ code, signal })),
    );
    await new Promise<void>((resolve, reject) => {
      let own = "";
      const collect = (text: string) => {
        this.output += text;
        own += text;
        if (own.includes("Ready on")) resolve();
      };
      child.stdout.setEncoding("utf8").on("data", collect);
      child.stderr.setEncoding("utf8").on("data", collect);
      child.once("exit", (code) =>
        reject(new Error(`The server ended (${code}): ${own}`)),
      );
    });
  }

  /** Ends the present life. */
  async signal(signal: "SIGKILL" | "SIGTERM"): Promise<Exit> {
    if (this.isRunning) this.#child?.kill(signal);
    return this.#exited;
  }

  query<Result>(name: string, args: DefaultFunctionArgs): Promise<Result> {
    const reference: FunctionReference<"query"> =
      makeFunctionReference<"query">(name);
    // The app's functions answer what their callers here say.
    return new ConvexHttpClient(this.url).query(
      reference,
      args,
    ) as Promise<Result>;
  }

  mutation<Result>(name: string, args: DefaultFunctionArgs): Promise<Result> {
    const reference: FunctionReference<"mutation"> =
      makeFunctionReference<"mutation">(name);
    // As above.
    return new ConvexHttpClient(this.url).mutation(
      reference,
      args,
    ) as Promise<Result>;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.signal("SIGKILL");
    await rm(this.dataDir, { recursive: true, force: true });
  }

  async #push(): Promise<void> {
    const key = await readFile(join(this.dataDir, "admin_key"), "utf8");
    await deployApp(appDir, {
      url: this.url,
      adminKey: key.trim(),
      home: this.dataDir,
    });
  }
}
