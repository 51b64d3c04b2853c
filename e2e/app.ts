/**
 * The app under test, as `npm start` runs it: a process of its own, so that a
 * test may stop it, kill it and start it again on the same data.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../scripts/freePort.ts";

export interface Addresses {
  /** Site, API and sync socket. */
  readonly url: string;
  /** JSON of all mails caught: `${mailUrl}/email`. */
  readonly mailUrl: string;
}

type Environment = Readonly<Record<string, string>>;

interface OwnData {
  readonly PORT: string;
  readonly DATA_DIR: string;
}

export class RunningApp implements Addresses {
  readonly url: string;
  /** On this machine, whatever the public address is. */
  readonly port: number;
  readonly dataDir: string;
  readonly #environment: Environment;
  #process: ChildProcess;
  #mailUrl: string;

  private constructor(
    process: ChildProcess,
    at: Addresses,
    environment: OwnData & Environment,
  ) {
    this.#process = process;
    this.#environment = environment;
    this.url = at.url;
    this.#mailUrl = at.mailUrl;
    this.port = Number(environment.PORT);
    this.dataDir = environment.DATA_DIR;
  }

  /** With options as `npm start` takes them, on data of its own. */
  static async start(options: Environment = {}): Promise<RunningApp> {
    const environment = {
      ...options,
      DATA_DIR: await mkdtemp(join(tmpdir(), "gully-e2e-")),
      PORT: String(await freePort(0)),
    };
    const { child, at } = await launch(environment);
    return new RunningApp(child, at, environment);
  }

  /** Of the inbox, which has another port after each start. */
  get mailUrl(): string {
    return this.#mailUrl;
  }

  /** Ends as Ctrl-C does. */
  async stop(): Promise<void> {
    await this.#end("SIGTERM");
  }

  /** Same data, same address. */
  async startAgain(): Promise<void> {
    const { child, at } = await launch(this.#environment);
    this.#process = child;
    this.#mailUrl = at.mailUrl;
  }

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

async function launch(
  environment: Environment,
): Promise<{ child: ChildProcess; at: Addresses }> {
  const child = fork(join(import.meta.dirname, "appProcess.ts"), [], {
    execArgv: [],
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
    throw new Error(`The app ended by itself (${how}):\n${output()}`);
  });
  const ready = once(child, "message").then(([at]) => readAddresses(at));
  try {
    return { child, at: await Promise.race([ready, failed]) };
  } finally {
    // Whoever ends the app on purpose takes this listener away first.
    failed.catch((error: Error) => process.stderr.write(`${error.message}\n`));
  }
}

/** The last lines the app printed, for the error when it ends by itself. */
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
