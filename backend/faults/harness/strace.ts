/**
 * Uses strace to make the Nth system call of a running process fail, or to kill
 * the process there.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";

export function straceMissing(): string | null {
  const { error } = spawnSync("strace", ["--version"]);
  return error === undefined ? null : "strace is not on this machine";
}

export class Injection implements AsyncDisposable {
  readonly #strace: ChildProcess;

  private constructor(strace: ChildProcess) {
    this.#strace = strace;
  }

  /**
   * Starts injecting. `what` is in strace's format, such as
   * `signal=KILL:when=3` or `error=EIO:when=2+`.
   */
  static async into(
    pid: number,
    syscall: string,
    what: string,
  ): Promise<Injection> {
    const strace = spawn(
      "strace",
      [
        ...["-f", "-o", "/dev/null", "-p", String(pid)],
        ...["-e", `trace=${syscall}`, "-e", `inject=${syscall}:${what}`],
      ],
      { stdio: ["ignore", "ignore", "pipe"] },
    );
    let said = "";
    await new Promise<void>((resolve, reject) => {
      strace.stderr.setEncoding("utf8").on("data", (text: string) => {
        said += text;
        if (said.includes("attached")) resolve();
      });
      strace.once("exit", () => reject(new Error(`strace ended: ${said}`)));
    });
    return new Injection(strace);
  }

  /** Detaches strace; the process continues normally. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#strace.exitCode !== null || this.#strace.signalCode !== null) {
      return;
    }
    this.#strace.kill("SIGINT");
    await once(this.#strace, "exit");
  }
}
