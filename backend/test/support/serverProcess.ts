/**
 * Runs the real server in a separate process. The port stays the same across
 * restarts.
 */
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deployApp } from "./deployApp.ts";
import { freePort } from "./freePort.ts";
import {
  readAdminKey,
  type SpawnedServer,
  spawnServer,
} from "./spawnServer.ts";

const APP_ROOT = join(import.meta.dirname, "../app");

/** Value for the app's auth.config.ts in tests that sign no tokens. */
const NO_KEYS = 'data:application/json,{"keys":[]}';

/**
 * Name of the variable that holds the data directory of a stopped server. That server has the app
 * in `app/` and no documents.
 */
export const DEPLOYED_DATA = "TEST_DEPLOYED_DATA";

export interface ServerSettings {
  /** Script to start; default: the sources. */
  readonly main?: string;
  /** Flags for Node. */
  readonly execArgv?: readonly string[];
  /** App to push; default: the one in `app/`. */
  readonly appRoot?: string;
  /** Environment variables of the server. */
  readonly env?: Readonly<Record<string, string>>;
  /** Environment variables of the functions, set before the app is pushed. */
  readonly variables?: Readonly<Record<string, string>>;
}

export class ServerProcess implements AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  readonly #settings: ServerSettings;
  readonly #appRoot: string;
  #life: SpawnedServer | null = null;
  /** Output of earlier processes. */
  #past = "";

  private constructor(port: number, dataDir: string, settings: ServerSettings) {
    this.port = port;
    this.url = `http://127.0.0.1:${port}`;
    this.dataDir = dataDir;
    this.#settings = settings;
    this.#appRoot = settings.appRoot ?? APP_ROOT;
  }

  /**
   * Starts on a new data directory without an app. Disposing it deletes the
   * directory.
   */
  static async empty(settings: ServerSettings = {}): Promise<ServerProcess> {
    return ServerProcess.#on(null, settings);
  }

  /** Starts on a copy of `data`; null for a new data directory. */
  static async #on(
    data: string | null,
    settings: ServerSettings,
  ): Promise<ServerProcess> {
    const dataDir = await mkdtemp(join(tmpdir(), "backend-test-"));
    if (data !== null) await cp(data, dataDir, { recursive: true });
    const server = new ServerProcess(await freePort(), dataDir, settings);
    try {
      await server.start();
    } catch (error) {
      await server[Symbol.asyncDispose]();
      throw error;
    }
    return server;
  }

  /**
   * Starts with the app pushed by the official CLI. If `DEPLOYED_DATA` is set, copies that
   * directory instead of pushing, unless the settings ask for another app or server.
   */
  static async withApp(settings: ServerSettings = {}): Promise<ServerProcess> {
    const { main, appRoot, variables } = settings;
    const isOther = main !== undefined || appRoot !== undefined;
    const deployed = isOther ? null : (process.env[DEPLOYED_DATA] ?? null);
    const server = await ServerProcess.#on(deployed, settings);
    try {
      const wanted =
        deployed === null ? { TEST_JWKS: NO_KEYS, ...variables } : variables;
      for (const [name, value] of Object.entries(wanted ?? {})) {
        await server.setVariable(name, value);
      }
      if (deployed === null) await server.push();
    } catch (error) {
      await server[Symbol.asyncDispose]();
      throw new Error(`The app could not be pushed: ${server.output}`, {
        cause: error,
      });
    }
    return server;
  }

  get output(): string {
    return this.#past + (this.#life?.output() ?? "");
  }

  get pid(): number | undefined {
    return this.#life?.pid;
  }

  async start(): Promise<void> {
    const { main, execArgv, env } = this.#settings;
    this.#life = spawnServer({
      main,
      execArgv,
      port: this.port,
      dataDir: this.dataDir,
      appRoot: this.#appRoot,
      env: { CONVEX_CLOUD_ORIGIN: this.url, ...env },
    });
    await this.#life.ready;
  }

  /** Ends the process at once, like a power failure. */
  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }

  /** Stops the server in an orderly way and returns its exit code. */
  async stop(): Promise<number | null> {
    return this.#end("SIGTERM");
  }

  async adminKey(): Promise<string> {
    return readAdminKey(this.dataDir);
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
    await deployApp(this.#appRoot, {
      url: this.url,
      adminKey: await this.adminKey(),
      home: this.dataDir,
    });
  }

  /** Returns a value from `/metrics`; 0 if it was never counted. */
  async metric(name: string): Promise<number> {
    const headers = { authorization: `Convex ${await this.adminKey()}` };
    const text = await (await fetch(`${this.url}/metrics`, { headers })).text();
    const line = text.split("\n").find((row) => row.startsWith(`${name} `));
    return Number(line?.slice(name.length + 1) ?? 0);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    await rm(this.dataDir, { recursive: true, force: true });
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    const life = this.#life;
    if (life === null) return null;
    const wasRunning = life.isRunning();
    const { code } = await life.end(signal);
    this.#past += life.output();
    this.#life = null;
    return wasRunning ? code : null;
  }
}
