/**
 * Runs the real server in a separate process. Port and data directory stay the
 * same across restarts.
 */
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConvexHttpClient } from "convex/browser";
import {
  type DefaultFunctionArgs,
  type FunctionReference,
  makeFunctionReference,
} from "convex/server";
import { deployApp } from "../../test/support/deployApp.ts";
import { freePort } from "../../test/support/freePort.ts";
import {
  type Exit,
  readAdminKey,
  type SpawnedServer,
  spawnServer,
} from "../../test/support/spawnServer.ts";

const APP_ROOT = join(import.meta.dirname, "../app");
const PRELOAD = new URL("breakage.ts", import.meta.url);

export interface ServerSettings {
  readonly env?: Readonly<Record<string, string>>;
  /** A defect to build in; see `breakage.ts`. */
  readonly breakage?: string;
  /** A command that runs the server; see `spawnServer`. */
  readonly within?: readonly string[];
  /** Directory to copy the template to; default: a temporary one. */
  readonly dataDir?: string;
}

const NEVER_STARTED: Exit = { code: null, signal: null };

export class FaultServer implements AsyncDisposable {
  readonly port: number;
  readonly url: string;
  readonly dataDir: string;
  readonly #settings: ServerSettings;
  #life: SpawnedServer | null = null;
  /** Output of earlier processes. */
  #past = "";

  private constructor(port: number, dataDir: string, settings: ServerSettings) {
    this.port = port;
    this.url = `http://127.0.0.1:${port}`;
    this.dataDir = dataDir;
    this.#settings = settings;
  }

  /**
   * Creates a data directory with the app pushed, as a template for many
   * servers. The caller deletes it.
   */
  static async prepare(): Promise<string> {
    const dataDir = await mkdtemp(join(tmpdir(), "faults-"));
    const server = new FaultServer(await freePort(), dataDir, {});
    await server.start();
    try {
      await server.push();
    } catch (error) {
      throw new Error(server.output, { cause: error });
    } finally {
      await server.signal("SIGTERM");
    }
    return dataDir;
  }

  /**
   * Starts a server on a copy of the template. Disposing it deletes the copy.
   */
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
    const pid = this.#life?.pid;
    if (pid === undefined) throw new Error("The server is not running.");
    return pid;
  }

  get output(): string {
    return this.#past + (this.#life?.output() ?? "");
  }

  get isRunning(): boolean {
    return this.#life?.isRunning() ?? false;
  }

  /** Resolves when the current process exits. */
  get exited(): Promise<Exit> {
    return this.#life?.exited ?? Promise.resolve(NEVER_STARTED);
  }

  /**
   * Starts the process and waits until it is ready. Rejects if it exits first.
   */
  async start(env: Readonly<Record<string, string>> = {}): Promise<void> {
    const { breakage, within = [] } = this.#settings;
    this.#past += this.#life?.output() ?? "";
    this.#life = spawnServer({
      execArgv:
        breakage === undefined
          ? []
          : ["--import", `${PRELOAD.href}?${breakage}`],
      within,
      port: this.port,
      dataDir: this.dataDir,
      appRoot: APP_ROOT,
      env: { CONVEX_CLOUD_ORIGIN: this.url, ...this.#settings.env, ...env },
    });
    await this.#life.ready;
  }

  /** Ends the current process and waits until it has exited. */
  async signal(signal: "SIGKILL" | "SIGTERM"): Promise<Exit> {
    return this.#life?.end(signal) ?? NEVER_STARTED;
  }

  query<Result>(name: string, args: DefaultFunctionArgs): Promise<Result> {
    const reference: FunctionReference<"query"> =
      makeFunctionReference<"query">(name);
    // Callers name the type that the app's function returns.
    return new ConvexHttpClient(this.url).query(
      reference,
      args,
    ) as Promise<Result>;
  }

  mutation<Result>(name: string, args: DefaultFunctionArgs): Promise<Result> {
    const reference: FunctionReference<"mutation"> =
      makeFunctionReference<"mutation">(name);
    // See `query`.
    return new ConvexHttpClient(this.url).mutation(
      reference,
      args,
    ) as Promise<Result>;
  }

  /** Pushes the app again. */
  async push(): Promise<void> {
    await deployApp(APP_ROOT, {
      url: this.url,
      adminKey: await readAdminKey(this.dataDir),
      home: this.dataDir,
    });
  }

  async setVariable(name: string, value: string): Promise<void> {
    const adminKey = await readAdminKey(this.dataDir);
    const url = `${this.url}/api/update_environment_variables`;
    const response = await fetch(url, {
      method: "POST",
      headers: {
        Authorization: `Convex ${adminKey}`,
        "Content-Type": "application/json",
      },
      body: JSON.stringify({ changes: [{ name, value }] }),
    });
    if (!response.ok) throw new Error(await response.text());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.signal("SIGKILL");
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
