import { mkdir, readFile, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

const GROUPS = "/sys/fs/cgroup";

/**
 * A group of processes with a limit on its memory. If the group needs more, Linux ends one of its
 * processes.
 */
export class MemoryGroup implements AsyncDisposable {
  readonly #directory: string;

  private constructor(directory: string) {
    this.#directory = directory;
  }

  /** Returns null where this process may make no such group. */
  static async of(bytes: number): Promise<MemoryGroup | null> {
    const own = await readFile("/proc/self/cgroup", "utf8").catch(() => "");
    const pathOf = (line: RegExp) => line.exec(own)?.[1] ?? "/";
    const name = `faults-${process.pid}`;
    const kinds = [
      [join(GROUPS, pathOf(/^0::(.*)$/m), name), "memory.max"],
      [
        join(GROUPS, "memory", pathOf(/:memory:(.*)$/m), name),
        "memory.limit_in_bytes",
      ],
    ] as const;
    for (const [directory, limit] of kinds) {
      try {
        await mkdir(directory);
        await writeFile(join(directory, limit), String(bytes), { flag: "r+" });
        return new MemoryGroup(directory);
      } catch {
        await rmdir(directory).catch(() => undefined);
      }
    }
    return null;
  }

  /** The command that runs another one within the group. */
  get command(): readonly string[] {
    const join = 'echo $$ > "$0" && exec "$@"';
    return ["sh", "-c", join, `${this.#directory}/cgroup.procs`];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rmdir(this.#directory).catch(() => undefined);
  }
}
