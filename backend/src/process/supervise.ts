/**
 * The parent of a server process. Starts the server again when it ends
 * unexpectedly. Two failures require a new process: a worker stuck in native
 * code, which cannot be stopped in any other way, and a full heap.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { onStopSignals } from "./signals.ts";

export interface Supervision {
  /** Script and arguments that the child runs with this version of Node. */
  readonly command: readonly string[];
  /** Variables added to the environment of the child. */
  readonly env: Readonly<Record<string, string>>;
  /** Kills the child if stopping takes longer than this. */
  readonly stopLimitMs: number;
  /** Writes one line to the log. */
  readonly say: (line: string) => void;
}

interface End {
  /** True if the child reported that it was up. */
  readonly wasReady: boolean;
  readonly livedMs: number;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

const FIRST_DELAY_MS = 200;
/** The delay doubles up to this. */
const MAX_DELAY_MS = 5_000;
/** A server that has run this long resets the delay. */
const STEADY_MS = 60_000;
/**
 * Limits how much freed memory the C library keeps: it has an arena for each
 * thread and CPU, and keeps gaps between small blocks that are still in use.
 * With these variables, blocks of 32 KiB or more go back to the system at once;
 * what sockets read comes in blocks of 64 KiB. The library reads the variables
 * when a process starts.
 */
export const LEAN_MALLOC = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "32768",
};
/**
 * Number of consecutive failed starts before giving up, once the server has
 * been up.
 */
const MAX_FAILED_STARTS = 5;

/**
 * Keeps the child running until it exits with code 0, is stopped, or cannot be
 * started. Resolves with the exit code for this process.
 */
export async function supervise(supervision: Supervision): Promise<number> {
  return await new Supervisor(supervision).run();
}

class Supervisor {
  readonly #supervision: Supervision;
  readonly #stopping = new AbortController();
  #child: ChildProcess | null = null;
  #delayMs = FIRST_DELAY_MS;
  #failedStarts = 0;
  #hasBeenUp = false;

  constructor(supervision: Supervision) {
    this.#supervision = supervision;
    onStopSignals(
      () => this.#stop(),
      () => this.#child?.kill("SIGKILL"),
    );
  }

  async run(): Promise<number> {
    for (;;) {
      const end = await this.#live();
      const code = this.#exitCode(end);
      if (code !== null) return code;
      await this.#backOff(end);
      if (this.#stopping.signal.aborted) return 0;
    }
  }

  /** Starts the child and waits for it to exit. */
  async #live(): Promise<End> {
    const { command, env } = this.#supervision;
    const startedAt = performance.now();
    let wasReady = false;
    const child = spawn(process.execPath, [...process.execArgv, ...command], {
      stdio: ["inherit", "inherit", "inherit", "ipc"],
      env: { ...LEAN_MALLOC, ...process.env, ...env },
    });
    this.#child = child;
    child.once("message", () => (wasReady = true));
    // The `exit` event has these two arguments.
    const [code, signal] = (await once(child, "exit")) as [
      End["code"],
      End["signal"],
    ];
    this.#child = null;
    return { wasReady, livedMs: performance.now() - startedAt, code, signal };
  }

  /** Returns the exit code for this process, or null to restart the child. */
  #exitCode({ wasReady, code }: End): number | null {
    if (code === 0 || this.#stopping.signal.aborted) return code ?? 1;
    this.#hasBeenUp ||= wasReady;
    this.#failedStarts = wasReady ? 0 : this.#failedStarts + 1;
    if (!this.#hasBeenUp) return code ?? 1;
    if (this.#failedStarts < MAX_FAILED_STARTS) return null;
    this.#supervision.say(
      `The server could not be started ${MAX_FAILED_STARTS} times in a row. The lines above say why.`,
    );
    return code ?? 1;
  }

  async #backOff({ code, signal, livedMs }: End): Promise<void> {
    if (livedMs > STEADY_MS) this.#delayMs = FIRST_DELAY_MS;
    this.#supervision.say(
      `The server has ended (${signal ?? `code ${code}`}); it is started again in ${this.#delayMs} ms.`,
    );
    await pause(this.#delayMs, this.#stopping.signal);
    this.#delayMs = Math.min(2 * this.#delayMs, MAX_DELAY_MS);
  }

  #stop(): void {
    this.#stopping.abort();
    const child = this.#child;
    child?.kill("SIGTERM");
    setTimeout(() => {
      child?.kill("SIGKILL");
    }, this.#supervision.stopLimitMs).unref();
  }
}

function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, delayMs);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
