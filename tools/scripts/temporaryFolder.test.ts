import { expect, test } from "vitest";
import { isProgramFolder } from "./temporaryFolder.ts";

const DISK = "/dev/vda / ext4 rw,relatime 0 0";

test("takes a folder in memory from which programs may run", () => {
  const mounts = `${DISK}\ntmpfs /dev/shm tmpfs rw,nosuid,nodev 0 0\n`;
  expect(isProgramFolder(mounts, "/dev/shm")).toBe(true);
});

test("refuses a folder in memory from which no program may run", () => {
  const mounts = `${DISK}\nshm /dev/shm tmpfs rw,nosuid,noexec 0 0\n`;
  expect(isProgramFolder(mounts, "/dev/shm")).toBe(false);
});

test("refuses a folder that is on a disk or missing", () => {
  expect(isProgramFolder(`${DISK}\n`, "/dev/shm")).toBe(false);
  const mounts = "/dev/vdb /dev/shm ext4 rw 0 0\n";
  expect(isProgramFolder(mounts, "/dev/shm")).toBe(false);
  expect(isProgramFolder("", "/dev/shm")).toBe(false);
});

test("goes by what was mounted last", () => {
  const mounts =
    "tmpfs /dev/shm tmpfs rw 0 0\ntmpfs /dev/shm tmpfs rw,noexec 0 0\n";
  expect(isProgramFolder(mounts, "/dev/shm")).toBe(false);
});
