import type { RuntimeOptions } from "../contract/runtime.ts";

const MOST_MODULES = 10;

/**
 * Passes the runtime's own problems to the hooks of its host. Without hooks,
 * they go to stderr, and a fatal one ends the process.
 */
export class HostReports {
  readonly #options: Pick<RuntimeOptions, "onFatal" | "onStuck" | "log">;

  constructor(options: Pick<RuntimeOptions, "onFatal" | "onStuck" | "log">) {
    this.#options = options;
  }

  fatal(message: string): void {
    const text = `The database failed, and it is unknown whether the last commit was stored. The server is ending. ${message}`;
    if (this.#options.onFatal) {
      this.#options.onFatal(text);
      return;
    }
    this.tell(text);
    process.exit(1);
  }

  stuck(message: string): void {
    if (this.#options.onStuck) this.#options.onStuck(message);
    else this.tell(message);
  }

  /**
   * Warns that pushed modules keep state between calls, which they would not on
   * Convex.
   */
  state(modules: readonly string[]): void {
    const named = modules.slice(0, MOST_MODULES).join(", ");
    const more = modules.length > MOST_MODULES ? ", …" : "";
    this.#options.log?.(
      "warn",
      `Functions assign to variables of their modules. Here these keep their values between calls; on Convex every call starts anew: ${named}${more}`,
    );
  }

  tell(message: string): void {
    if (this.#options.log) this.#options.log("error", message);
    else process.stderr.write(`${message}\n`);
  }
}
