/** Chooses where a run of the tests keeps its temporary files. */
import { readFileSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";

const MEMORY = "/dev/shm";
const ENOUGH_BYTES = 4 * 1024 ** 3;

/**
 * Returns a folder in memory if this machine has one with enough room,
 * otherwise the usual folder. The tests commit many small transactions, and on
 * a disk each of them waits until the disk has it. `TMPDIR` overrides this.
 */
export function temporaryFolder(): string {
  if (process.env.TMPDIR) return tmpdir();
  return hasRoom() && isProgramFolder(mountsOfThisMachine(), MEMORY)
    ? MEMORY
    : tmpdir();
}

/** What is stored in memory also counts against the limit of a container. */
function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    const free = Math.min(bavail * bsize, process.availableMemory() / 2);
    return free >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}

/**
 * Returns whether a folder in memory is mounted at `path` from which programs
 * may run: some tests install packages with native code. `mounts` has the
 * format of /proc/mounts.
 */
export function isProgramFolder(mounts: string, path: string): boolean {
  const mount = mounts
    .split("\n")
    .map((line) => line.split(" "))
    .findLast(([, mountedAt]) => mountedAt === path);
  const [, , kind, options = ""] = mount ?? [];
  return kind === "tmpfs" && !options.split(",").includes("noexec");
}

function mountsOfThisMachine(): string {
  try {
    return readFileSync("/proc/mounts", "utf8");
  } catch {
    return "";
  }
}
