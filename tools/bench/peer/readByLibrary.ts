/**
 * Runs the bench app's query with only the `convex` package that every function
 * bundles. A stand-in for the backend answers with rows that are JSON already,
 * so no real backend can be faster.
 */
import { readGroups, ROWS_READ } from "../app/convex/board.ts";

interface Invocable {
  invokeQuery(argsText: string): Promise<string>;
}

const LAST = '{"value":null,"done":true}';

/** Implements just the system calls that reading rows needs. */
class RowsInMemory {
  #asked = 0;
  #queries = 0;
  readonly #rows = Array.from({ length: 1_000 }, (_, i) => {
    const value = {
      _creationTime: Date.UTC(2026, 0) + i,
      _id: String(i).padStart(31, "k"),
      group: Math.floor(i / ROWS_READ),
      text: `row ${i} `.padEnd(120, "."),
    };
    return JSON.stringify({ value, done: false });
  });

  syscall(op: string): string {
    return op === "1.0/queryStream" ? `{"queryId":${++this.#queries}}` : "true";
  }

  async asyncSyscall(): Promise<string> {
    const at = this.#asked++;
    if (at % (ROWS_READ + 1) === ROWS_READ) return LAST;
    return this.#rows[at % this.#rows.length] ?? LAST;
  }
}

Object.assign(globalThis, { Convex: new RowsInMemory() });

/**
 * Reads three rows per group. Importing this module turns the process into a
 * backend.
 */
export async function readByLibrary(groups: number[]): Promise<void> {
  // The library adds `invokeQuery` for the runtime, outside the public types.
  const invocable = readGroups as unknown as Invocable;
  await invocable.invokeQuery(JSON.stringify([{ groups, nonce: 0 }]));
}
