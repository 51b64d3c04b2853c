/**
 * Runs the app under test in a separate process, as `npm start` does. A test
 * can stop it and start it again on the same data.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../launcher/freePort.ts";

export interface Addresses {
  /** Serves the site, the API and the sync WebSocket. */
  readonly url: string;
  /**
   * Base URL of the mail catcher; `${mailUrl}/email` lists all mail as JSON.
   */
  readonly mailUrl: string;
}

/** Returns the app that startOnce.ts started for the whole run. */
export function appOfThisRun(): Addresses {
  return { url: setting("E2E_URL"), mailUrl: setting("E2E_MAIL_URL") };
}

function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: startOnce.ts sets it.`);
  return value;
}

/**
 * Names the variable that holds the data directory of a stopped app. That app has the functions and
 * no content, so apps that start on a copy of the directory need not push functions.
 */
export const DEPLOYED_DATA = "E2E_DEPLOYED_DATA";

type Environment = Readonly<Record<string, string>>;

interface OwnData {
  readonly PORT: string;
  readonly DATA_DIR: string;
}

/** The settings that a restart uses again. */
interface Launch {
  readonly environment: OwnData & Environment;
  readonly preloads: readonly string[];
}

export class RunningApp implements Addresses {
  readonly url: string;
  /** Local port, whatever the public address is. */
  readonly port: number;
  readonly dataDir: string;
  readonly #launch: Launch;
  #process: ChildProcess;
  #mailUrl: string;

  private constructor(process: ChildProcess, at: Addresses, launch: Launch) {
    this.#process = process;
    this.#launch = launch;
    this.url = at.url;
    this.#mailUrl = at.mailUrl;
    this.port = Number(launch.environment.PORT);
    this.dataDir = launch.environment.DATA_DIR;
  }

  /**
   * Starts the app on a fresh data directory. Takes the same options as `npm start`. The directory
   * is empty, or a copy of the one that `DEPLOYED_DATA` names, once that variable is set. Every
   * thread of the app first runs the scripts at `preloads`.
   */
  static async start(
    options: Environment = {},
    preloads: readonly string[] = [],
  ): Promise<RunningApp> {
    const dataDir = await mkdtemp(join(tmpdir(), "gully-e2e-"));
    const deployed = process.env[DEPLOYED_DATA];
    if (deployed !== undefined)
      await cp(deployed, dataDir, { recursive: true });
    const environment = {
      ...options,
      DATA_DIR: dataDir,
      PORT: String(await freePort(0)),
    };
    const { child, at } = await launch({ environment, preloads });
    return new RunningApp(child, at, { environment, preloads });
  }

  /** Base URL of the mail catcher. Its port changes with each start. */
  get mailUrl(): string {
    return this.#mailUrl;
  }

  /**
   * Sends SIGTERM, so the app closes as it does on Ctrl-C, and waits until it
   * has exited.
   */
  async stop(): Promise<void> {
    await this.#end("SIGTERM");
  }

  /** Sends SIGKILL, so nothing in the app can clean up, and waits until it has exited. */
  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }

  /** Starts the app again with the same data and address. */
  async startAgain(): Promise<void> {
    const { child, at } = await launch(this.#launch);
    this.#process = child;
    this.#mailUrl = at.mailUrl;
  }

  /** Stops the app and deletes its data. */
  async dispose(): Promise<void> {
    await this.#end("SIGTERM");
    await rm(this.dataDir, { recursive: true, force: true });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process;
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.removeAllListeners("exit");
    const exited = once(child, "exit");
    child.kill(signal);
    await exited;
  }
}

async function launch({
  environment,
  preloads,
}: Launch): Promise<{ child: ChildProcess; at: Addresses }> {
  const child = fork(join(import.meta.dirname, "appProcess.ts"), [], {
    execArgv: preloads.map((url) => `--import=${url}`),
    env: {
      ...process.env,
      NODE_OPTIONS: "",
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const output = keepTail(child);
  const failed = once(child, "exit").then(([code, signal]) => {
    const how = String(code ?? signal);
    throw new Error(`The app exited unexpectedly (${how}):\n${output()}`);
  });
  const ready = once(child, "message").then(([at]) => readAddresses(at));
  try {
    return { child, at: await Promise.race([ready, failed]) };
  } finally {
    // `#end` removes this listener, so it runs only on unexpected exits.
    failed.catch((error: Error) => process.stderr.write(`${error.message}\n`));
  }
}

/**
 * Returns a function that gives the last output of the app, for error messages.
 */
function keepTail(child: ChildProcess): () => string {
  let tail = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8");
    stream?.on("data", (text: string) => {
      tail = (tail + text).slice(-8_000);
    });
  }
  return () => tail;
}

function readAddresses(message: unknown): Addresses {
  if (
    typeof message === "object" &&
    message !== null &&
    "url" in message &&
    typeof message.url === "string" &&
    "mailUrl" in message &&
    typeof message.mailUrl === "string"
  )
    return { url: message.url, mailUrl: message.mailUrl };
  throw new Error(`Not the addresses of an app: ${JSON.stringify(message)}`);
}
