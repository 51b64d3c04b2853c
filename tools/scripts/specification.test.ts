import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const page = readFileSync(join(ROOT, "docs", "specification.md"), "utf8");
const rows = page.split("\n").filter((line) => /^\| [A-Z]?\d/.test(line));

test("every statement of the specification has a unique number", () => {
  const numbers = rows.map((row) => row.split("|")[1]?.trim());
  expect(new Set(numbers).size).toBe(rows.length);
  expect(rows.length).toBeGreaterThan(80);
});

test("every test that the specification names exists", () => {
  const named = [...page.matchAll(/`([\w/.]+\.(?:spec|test)\.tsx?)`/g)];
  const missing = named
    .map(([, file]) => file ?? "")
    .filter((file) => !existsSync(join(ROOT, file)));
  expect(missing).toEqual([]);
});
