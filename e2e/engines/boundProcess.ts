/**
 * A child process that never outlives the test process, even if that is killed.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

const KEPT_OUTPUT = 4_000;

export class BoundProcess {
  readonly #child: ChildProcess;
  readonly #program: string;
  #output = "";

  constructor(
    program: string,
    args: readonly string[],
    env: NodeJS.ProcessEnv = {},
  ) {
    this.#program = program;
    // The kernel sends SIGTERM when this process ends, even if it was killed.
    this.#child = spawn(
      "setpriv",
      ["--pdeathsig", "TERM", "--", program, ...args],
      { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] },
    );
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => {
        this.#output = (this.#output + text).slice(-KEPT_OUTPUT);
      });
    }
    this.#child.on("error", (error) => {
      this.#output += String(error);
    });
  }

  /** Last output of the program, from both streams. */
  get output(): string {
    return this.#output;
  }

  /**
   * Waits until `probe` returns a value, and returns it. Fails if the program
   * ends or 30 s pass.
   */
  async ready<T>(probe: () => Promise<T | null>): Promise<T> {
    for (let tries = 0; tries < 300 && this.#isRunning(); tries += 1) {
      const found = await probe().catch(() => null);
      if (found !== null) return found;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`${this.#program} did not become ready:\n${this.#output}`);
  }

  /**
   * Sends SIGTERM, and SIGKILL after five seconds. Returns once the program has
   * exited.
   */
  async stop(): Promise<void> {
    if (!this.#isRunning()) return;
    const exited = once(this.#child, "exit");
    this.#child.kill("SIGTERM");
    const impatience = setTimeout(() => this.#child.kill("SIGKILL"), 5_000);
    await exited;
    clearTimeout(impatience);
  }

  #isRunning(): boolean {
    const { pid, exitCode, signalCode } = this.#child;
    return pid !== undefined && exitCode === null && signalCode === null;
  }
}
