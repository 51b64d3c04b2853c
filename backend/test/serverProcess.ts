/** The real server in a process of its own, on one port for all its lives. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deployApp } from "./deployApp.ts";
import { freePort } from "./freePort.ts";

const root = join(import.meta.dirname, "../..");
const sources = join(root, "backend/src/main.ts");
const appDir = join(import.meta.dirname, "app");

/** What the app's auth.config.ts reads when a test does not sign tokens. */
const noKeys = 'data:application/json,{"keys":[]}';

export interface ServerSettings {
  /** The entry to start; the sources unless said. */
  readonly main?: string;
  /** Environment of the server. */
  readonly env?: Readonly<Record<string, string>>;
  /** Environment of the functions, set before the app is pushed. */
  readonly variables?: Readonly<Record<string, string>>;
}

export class ServerProcess implements AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  readonly #env: Readonly<Record<string, string>>;
  readonly #main: string;
  #child: ChildProcess | null = null;
  #output = "";

  private constructor(port: number, dataDir: string, settings: ServerSettings) {
    this.port = port;
    this.url = `http://127.0.0.1:${port}`;
    this.dataDir = dataDir;
    this.#env = settings.env ?? {};
    this.#main = settings.main ?? sources;
  }

  /** Runs with the app of `app/` pushed by the official CLI. */
  static async withApp(settings: ServerSettings = {}): Promise<ServerProcess> {
    const dataDir = await mkdtemp(join(tmpdir(), "backend-test-"));
    const server = new ServerProcess(await freePort(), dataDir, settings);
    try {
      await server.start();
      const variables = { TEST_JWKS: noKeys, ...settings.variables };
      for (const [name, value] of Object.entries(variables)) {
        await server.setVariable(name, value);
      }
      await server.push();
    } catch (error) {
      await server[Symbol.asyncDispose]();
      throw new Error(`The app cannot be pushed: ${server.output}`, {
        cause: error,
      });
    }
    return server;
  }

  get output(): string {
    return this.#output;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, [this.#main], {
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        PATH: process.env.PATH,
        PORT: String(this.port),
        DATA_DIR: this.dataDir,
        APP_ROOT: appDir,
        CONVEX_CLOUD_ORIGIN: this.url,
        ...this.#env,
      },
    });
    this.#child = child;
    await new Promise<void>((resolve, reject) => {
      const collect = (text: string) => {
        this.#output += text;
        if (text.includes("Ready on")) resolve();
      };
      child.stdout.setEncoding("utf8").on("data", collect);
      child.stderr.setEncoding("utf8").on("data", collect);
      child.once("exit", (code) =>
        reject(new Error(`The server ended (${code}): ${this.#output}`)),
      );
    });
  }

  /** What a power switch does to the process. */
  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }

  async stop(): Promise<number | null> {
    return this.#end("SIGTERM");
  }

  async adminKey(): Promise<string> {
    const key = await readFile(join(this.dataDir, "admin_key"), "utf8");
    return key.trim();
  }

  async adminPost(path: string, json: unknown): Promise<unknown> {
    const response = await fetch(`${this.url}${path}`, {
      method: "POST",
      headers: { authorization: `Convex ${await this.adminKey()}` },
      body: JSON.stringify(json),
    });
    if (!response.ok) throw new Error(await response.text());
    return response.json();
  }

  async setVariable(name: string, value: string): Promise<void> {
    await this.adminPost("/api/update_environment_variables", {
      changes: [{ name, value }],
    });
  }

  async push(): Promise<void> {
    await deployApp(appDir, {
      url: this.url,
      adminKey: await this.adminKey(),
      home: this.dataDir,
    });
  }

  /** A measure of `/metrics`; 0 when it was never counted. */
  async metric(name: string): Promise<number> {
    const text = await (await fetch(`${this.url}/metrics`)).text();
    const line = text.split("\n").find((row) => row.startsWith(`${name} `));
    return Number(line?.slice(name.length + 1) ?? 0);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    await rm(this.dataDir, { recursive: true, force: true });
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null) return null;
    child.removeAllListeners("exit");
    child.kill(signal);
    await once(child, "exit");
    return child.exitCode;
  }
}
