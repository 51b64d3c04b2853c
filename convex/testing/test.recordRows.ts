/**
 * What a function reads and writes: names of rows, and of ranges of indexes.
 */
export interface Recorded {
  readonly reads: readonly string[];
  /**
   * A new row counts as written in the range in which the function looked for
   * it.
   */
  readonly writes: readonly string[];
  /** Number of database calls, which run one after the other. */
  readonly calls: number;
}

type Call = (op: string, args: string) => unknown;
interface Engine {
  syscall: Call;
  asyncSyscall: Call;
}

interface QueryArgs {
  query: { source: { indexName?: string; range?: unknown } };
}
interface Row {
  _id: string;
}

/**
 * Records what `act` reads and writes, by intercepting the database calls of
 * its functions.
 */
export async function recordRows(
  act: () => Promise<unknown>,
): Promise<Recorded> {
  const scope = globalThis as unknown as { Convex: Engine }; // the global that functions call
  const engine = scope.Convex;
  const recorder = new Recorder();
  scope.Convex = new Proxy(engine, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (name === "syscall")
        return (op: string, args: string) =>
          recorder.onResult(op, args, target.syscall(op, args));
      if (name === "asyncSyscall")
        return async (op: string, args: string) =>
          recorder.onResult(op, args, await target.asyncSyscall(op, args));
      return value;
    },
  });
  try {
    await act();
  } finally {
    scope.Convex = engine;
  }
  const { reads, writes, calls } = recorder;
  return { reads: [...reads], writes: [...writes], calls };
}

class Recorder {
  readonly reads = new Set<string>();
  readonly writes = new Set<string>();
  calls = 0;
  readonly #ranges = new Map<number, string>();
  /** For each table, the ranges that held no row. */
  readonly #empty = new Map<string, Set<string>>();

  onResult<Result>(op: string, argsText: string, result: Result): Result {
    const args = JSON.parse(argsText) as never;
    const value = JSON.parse(String(result ?? "null")) as never;
    switch (op) {
      case "1.0/queryStream":
        this.#onQuery(args, value);
        break;
      case "1.0/queryStreamNext":
        this.calls += 1;
        this.#onRow(args, value);
        break;
      case "1.0/get":
        this.calls += 1;
        this.reads.add((args as { id: string }).id);
        break;
      case "1.0/insert":
        this.calls += 1;
        for (const range of this.#empty.get(
          (args as { table: string }).table,
        ) ?? [])
          this.writes.add(range);
        break;
      case "1.0/shallowMerge":
      case "1.0/replace":
      case "1.0/remove":
        this.calls += 1;
        this.writes.add((args as { id: string }).id);
    }
    return result;
  }

  #onQuery({ query }: QueryArgs, { queryId }: { queryId: number }): void {
    const { indexName = "all", range } = query.source;
    const name = `${indexName} ${JSON.stringify(range)}`;
    this.#ranges.set(queryId, name);
    this.reads.add(name);
    const [table = ""] = indexName.split(".");
    const empty = this.#empty.get(table) ?? new Set();
    this.#empty.set(table, empty.add(name));
  }

  #onRow({ queryId }: { queryId: number }, { value }: { value: Row | null }) {
    if (value === null) return;
    this.reads.add(value._id);
    const range = this.#ranges.get(queryId) ?? "";
    for (const empty of this.#empty.values()) empty.delete(range);
  }
}
