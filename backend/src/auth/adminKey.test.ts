import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isSameSecret, loadAdminKey } from "./adminKey.ts";

test("the key is made once, long, and readable by the owner alone", async () => {
  const dir = await mkdtemp(join(tmpdir(), "admin-key-"));
  try {
    const key = await loadAdminKey(join(dir, "data"));
    expect(key).toMatch(/^embedded\|[0-9a-f]{64}$/);
    expect(await loadAdminKey(join(dir, "data"))).toBe(key);
    const { mode } = await stat(join(dir, "data", "admin_key"));
    expect(mode & 0o777).toBe(0o600);
  } finally {
    await rm(dir, { recursive: true });
  }
});

test("secrets of any length can be compared", () => {
  expect(isSameSecret("abc", "abc")).toBe(true);
  expect(isSameSecret("abc", "abcd")).toBe(false);
  expect(isSameSecret("", "abc")).toBe(false);
});
