/** A disk of 24 MiB in memory, for faults that fill it. Needs root. */
import { execFileSync } from "node:child_process";
import { appendFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Lab } from "./fault.ts";
import { FaultServer } from "./faultServer.ts";

export function smallDiskMissing(): string | null {
  return process.getuid?.() === 0 ? null : "mounting a tmpfs needs root";
}

/** Runs `work` with a server whose data directory is on a small disk. */
export async function onSmallDisk<Result>(
  { template }: Lab,
  work: (server: FaultServer) => Promise<Result>,
): Promise<Result> {
  const dataDir = await mkdtemp(join(tmpdir(), "faults-full-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=24m", "tmpfs", dataDir]);
  try {
    const server = await FaultServer.from(template, { dataDir });
    try {
      return await work(server);
    } finally {
      await server.signal("SIGKILL");
    }
  } finally {
    execFileSync("umount", [dataDir]);
    await rm(dataDir, { recursive: true });
  }
}

/** Fills the disk to the last byte. */
export function fillUp(path: string): void {
  for (const size of [1 << 16, 1 << 12]) {
    const block = Buffer.alloc(size, 1);
    for (let isFull = false; !isFull;) {
      try {
        appendFileSync(path, block);
      } catch {
        isFull = true;
      }
    }
  }
}
