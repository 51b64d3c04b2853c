import { type ChildProcessByStdio, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { LEAN_MALLOC } from "../../src/process/supervise.ts";
import type { Target } from "./cliApp.ts";

const SOURCES = join(import.meta.dirname, "../../src/main.ts");

export interface SpawnSettings {
  readonly dataDir: string;
  /** Port to listen on; 0 (default) takes a free one. */
  readonly port?: number;
  readonly appRoot?: string;
  /** Script to start; default: the sources. */
  readonly main?: string;
  /** Flags for Node. */
  readonly execArgv?: readonly string[];
  /**
   * Additional environment variables; they override those from the other
   * settings.
   */
  readonly env?: Readonly<Record<string, string>>;
  /** Called with everything that the server prints to stderr. */
  readonly onErrorText?: (text: string) => void;
  /** A command that runs Node, whose path and arguments follow it. */
  readonly within?: readonly string[];
  /** User id to run as; default: the user of this process. */
  readonly uid?: number;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** One server process, from start to exit. */
export interface SpawnedServer {
  readonly pid: number | undefined;
  /** Returns everything it has printed so far. */
  readonly output: () => string;
  readonly isRunning: () => boolean;
  /**
   * Resolves with its URL and admin key once it serves. Rejects with its output
   * if it exits before that.
   */
  readonly ready: Promise<Target>;
  readonly exited: Promise<Exit>;
  /** Resolves after `exited`, when `output` is complete. */
  readonly closed: Promise<Exit>;
  /**
   * Sends the signal, unless the process has exited, and waits until it has.
   */
  readonly end: (signal: NodeJS.Signals) => Promise<Exit>;
}

/**
 * Starts the backend in a separate process. All tests that need a server
 * process use this, so that "ready" and "exited" mean the same everywhere. The
 * process inherits only PATH and the compile cache from this one's environment. It runs without the
 * supervisor unless `env` turns it on, so signals go to the server itself.
 */
export function spawnServer(settings: SpawnSettings): SpawnedServer {
  const { main = SOURCES, execArgv = [], uid, onErrorText } = settings;
  const [command = process.execPath, ...args] = [
    ...(settings.within ?? []),
    ...[process.execPath, ...execArgv, main],
  ];
  const child = spawn(command, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: environmentOf(settings),
    ...(uid !== undefined && { uid }),
  });
  let output = "";
  const ending = (event: "exit" | "close") =>
    new Promise<Exit>((resolve) => {
      child.once(event, (code: Exit["code"], signal: Exit["signal"]) =>
        resolve({ code, signal }),
      );
    });
  const exited = ending("exit");
  const closed = ending("close");
  const url = new Promise<string>((resolve, reject) => {
    forEachText(child, (text) => {
      output += text;
      const url = /^Ready on (\S+)\n/m.exec(output)?.[1];
      if (url !== undefined) resolve(url);
    });
    void closed.then(({ code }) =>
      reject(new Error(`The server ended (${code}): ${output}`)),
    );
  });
  const ready = url.then(async (url) => ({
    url,
    adminKey: await readAdminKey(settings.dataDir),
  }));
  if (onErrorText) child.stderr.on("data", onErrorText);
  ready.catch(() => undefined); // some callers do not await it
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  return {
    pid: child.pid,
    output: () => output,
    isRunning,
    ready,
    exited,
    closed,
    end: (signal) => {
      if (isRunning()) child.kill(signal);
      return exited;
    },
  };
}

export async function readAdminKey(dataDir: string): Promise<string> {
  return (await readFile(join(dataDir, "admin_key"), "utf8")).trim();
}

function environmentOf({ dataDir, port = 0, appRoot, env }: SpawnSettings) {
  return {
    PATH: process.env.PATH,
    // In a whole run of the tests, each server after the first starts faster.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    PORT: String(port),
    DATA_DIR: dataDir,
    ...(appRoot !== undefined && { APP_ROOT: appRoot }),
    SUPERVISE: "false",
    ...LEAN_MALLOC, // the supervisor sets this too
    ...env,
  };
}

function forEachText(
  { stdout, stderr }: ChildProcessByStdio<null, Readable, Readable>,
  collect: (text: string) => void,
): void {
  stdout.setEncoding("utf8").on("data", collect);
  stderr.setEncoding("utf8").on("data", collect);
}
