/**
 * Tracks which unset variables a module reads, to add a hint to the error that
 * may follow.
 */

const MAX_READS = 1_000;

export class UnsetVariables {
  /**
   * For each unset variable that was read: true if the app's own code read it,
   * false if only packages did.
   */
  readonly #reads = new Map<string, boolean>();

  /** Starts tracking reads of `process.env`. */
  watch(): void {
    process.env = new Proxy(process.env, {
      get: (environment, name) => {
        if (typeof name === "string" && !(name in environment)) {
          this.#note(name);
        }
        return Reflect.get(environment, name) as unknown;
      },
    });
  }

  /** Call before importing the next module. */
  forget(): void {
    this.#reads.clear();
  }

  /**
   * Returns hints for an error with this message: the variables that it names
   * and, if something was undefined, those that the app itself has read. Reads
   * by packages do not count, because packages try many optional variables.
   */
  hint(message: string): string {
    const isOfUndefined = message.includes("undefined");
    return [...this.#reads]
      .filter(([name, isOwn]) => {
        return (isOwn && isOfUndefined) || hasWord(message, name);
      })
      .map(
        ([name]) =>
          `\nThe module reads the environment variable ${name}, which is not set. Set it with \`npx convex env set ${name} <value>\`.`,
      )
      .join("");
  }

  #note(name: string): void {
    if (this.#reads.get(name) === true || this.#reads.size >= MAX_READS) return;
    this.#reads.set(name, isReadByApp(new Error().stack ?? ""));
  }
}

/**
 * The lines of the stack are the error, `#note`, the proxy, and then the
 * reader.
 */
function isReadByApp(stack: string): boolean {
  const reader = stack.split("\n")[3] ?? "";
  return !/node_modules|node:/.test(reader);
}

function hasWord(text: string, word: string): boolean {
  return text.split(/\W+/).includes(word);
}
