import { expect, test } from "vitest";
import { CrashedDisk } from "./crashedDisk.ts";
import { eventsOf } from "./diskRecord.ts";

const hex = (text: string) =>
  [...Buffer.from(text)]
    .map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`)
    .join("");

const path = `5<${hex("/data/a")}>`;

test("turns calls into events, even when threads interleave", () => {
  const log = [
    `7 openat(AT_FDCWD<${hex("/")}>, "${hex("/data/a")}", O_WRONLY|O_CREAT|O_EXCL, 0600) = ${path}`,
    `7 pwrite64(${path}, "${hex("ab")}", 2, 4096 <unfinished ...>`,
    `8 write(9<${hex("socket:[1]")}>, "${hex("hello")}", 5) = 5`,
    "7 <... pwrite64 resumed>)            = 2",
    `8 writev(${path}, [{iov_base="${hex("c")}", iov_len=1}, {iov_base="${hex("d)")}", iov_len=2}], 2) = 2`,
    `7 pwrite64(${path}, "${hex("ab")}", 2, 0) = -1 EIO (Input/output error)`,
    `7 ftruncate(${path}, 3)          = 0`,
    `7 fsync(${path})                = 0`,
    `7 fsync(6<${hex("/elsewhere")}>) = 0`,
    `7 rename("${hex("/data/a")}", "${hex("/data/b")}") = 0`,
    `7 unlink("${hex("/data/b")}") = 0`,
    "7 +++ exited with 0 +++",
  ].join("\n");
  const file = "/data/a";
  expect(eventsOf(log, "/data")).toEqual([
    { type: "create", path: file },
    { type: "said", text: "hello" },
    { type: "write", path: file, at: 4096, bytes: Buffer.from("ab") },
    { type: "write", path: file, at: null, bytes: Buffer.from("cd") },
    { type: "truncate", path: file, length: 3 },
    { type: "sync", path: file },
    { type: "rename", path: file, to: "/data/b" },
    { type: "remove", path: "/data/b" },
  ]);
});

test("always keeps synced data and the rest in every combination", () => {
  const disk = new CrashedDisk("/data", new Map());
  const bytes = Buffer.alloc(1024, 1);
  disk.apply({ type: "create", path: "/data/a" });
  disk.apply({ type: "write", path: "/data/a", at: null, bytes });
  disk.apply({ type: "sync", path: "/data/a" });
  expect(disk.state(() => false)).toEqual(new Map());
  disk.apply({ type: "sync", path: "/data" });
  const second = Buffer.alloc(1024, 2);
  disk.apply({ type: "write", path: "/data/a", at: 512, bytes: second });
  disk.apply({ type: "rename", path: "/data/a", to: "/data/b" });

  const found = new Set<string>();
  for (let choices = 0; choices < 16; choices += 1) {
    let bit = 0;
    const state = disk.state(() => ((choices >> bit++) & 1) === 1);
    for (const [name, content] of state) {
      found.add(`${name} ${content[0]}${content[512]}${content[1024] ?? "-"}`);
    }
  }
  const contents = ["11-", "12-", "112", "122"];
  expect([...found].sort()).toEqual(
    ["/data/a", "/data/b"]
      .flatMap((name) => contents.map((content) => `${name} ${content}`))
      .sort(),
  );
});
