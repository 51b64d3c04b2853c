import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { StartRefusal } from "../storage/startRefusal.ts";
import { isSameSecret, loadAdminKey } from "./adminKey.ts";

let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "admin-key-"));
});

afterEach(() => rm(dir, { recursive: true }));

test("creates a long key once, readable only by the owner", async () => {
  const key = await loadAdminKey(join(dir, "data"));
  expect(key).toMatch(/^embedded\|[0-9a-f]{64}$/);
  expect(await loadAdminKey(join(dir, "data"))).toBe(key);
  const { mode } = await stat(join(dir, "data", "admin_key"));
  expect(mode & 0o777).toBe(0o600);
  expect(await readdir(join(dir, "data"))).toEqual(["admin_key"]);
});

const whole = `embedded|${"0".repeat(64)}`;

test.each(["", "\n", "embedded|", whole.slice(0, -1), `${whole}0`, "secret"])(
  "rejects a file with %j, explains the fix and leaves the file unchanged",
  async (content) => {
    await writeFile(join(dir, "admin_key"), content);
    await expect(loadAdminKey(dir)).rejects.toThrow(StartRefusal);
    await expect(loadAdminKey(dir)).rejects.toThrow("remove the file");
    expect(await readFile(join(dir, "admin_key"), "utf8")).toBe(content);
  },
);

test("ignores an unfinished key from an earlier start", async () => {
  await writeFile(join(dir, "admin_key.new"), "", { mode: 0o644 });
  const key = await loadAdminKey(dir);
  expect(await readFile(join(dir, "admin_key"), "utf8")).toBe(`${key}\n`);
  const { mode } = await stat(join(dir, "admin_key"));
  expect(mode & 0o777).toBe(0o600);
});

test("leaves no key file behind if the key cannot be written", async () => {
  // A folder blocks the temporary file that is written first.
  await mkdir(join(dir, "admin_key.new", "in the way"), { recursive: true });
  await expect(loadAdminKey(dir)).rejects.toThrow();
  expect(await readdir(dir)).toEqual(["admin_key.new"]);
});

test("compares secrets of any length", () => {
  expect(isSameSecret("abc", "abc")).toBe(true);
  expect(isSameSecret("abc", "abcd")).toBe(false);
  expect(isSameSecret("", "abc")).toBe(false);
});
