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

export class RunningApp implements Addresses {
  readonly url: string;
  readonly mailUrl: string;
  readonly #dataDir: string;
  #process: ChildProcess;

  private constructor(process: ChildProcess, at: Addresses, dataDir: string) {
    this.#process = process;
    this.#dataDir = dataDir;
    this.url = at.url;
    this.mailUrl = at.mailUrl;
  }

  static async start(): Promise<RunningApp> {
    const dataDir = await mkdtemp(join(tmpdir(), "gully-e2e-"));
    const { child, at } = await launch(dataDir, await freePort(0));
    return new RunningApp(child, at, dataDir);
  }

  /** Ends as Ctrl-C does. */
  async stop(): Promise<void> {
    await this.#end("SIGTERM");
  }

  /** Same data, same address. */
  async startAgain(): Promise<void> {
    const port = Number(new URL(this.url).port);
    this.#process = (await launch(this.#dataDir, port)).child;
  }

  async dispose(): Promise<void> {
    await this.#end("SIGTERM");
    await rm(this.#dataDir, { recursive: true, force: true });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill(signal);
    await exited;
  }
}

async function launch(
  dataDir: string,
  port: number,
): Promise<{ child: ChildProcess; at: Addresses }> {
  const child = fork(join(import.meta.dirname, "appProcess.ts"), [], {
    execArgv: [],
    env: {
      ...process.env,
      NODE_OPTIONS: "",
      DATA_DIR: dataDir,
      PORT: String(port),
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const output = keepTail(child);
  const failed = once(child, "exit").then(([code]) => {
    throw new Error(`The app ended with code ${String(code)}:\n${output()}`);
  });
  const ready = once(child, "message").then(([at]) => readAddresses(at));
  try {
    return { child, at: await Promise.race([ready, failed]) };
  } finally {
    failed.catch(() => undefined);
  }
}

/** The last lines the app printed, for the error when it does not start. */
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
