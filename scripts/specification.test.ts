import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const page = readFileSync(join(root, "docs", "specification.md"), "utf8");
const rows = page.split("\n").filter((line) => /^\| \d/.test(line));

test("each statement of the specification has a number of its own", () => {
  const numbers = rows.map((row) => row.split("|")[1]?.trim());
  expect(new Set(numbers).size).toBe(rows.length);
  expect(rows.length).toBeGreaterThan(80);
});

test("every test that the specification names is there", () => {
  const named = [...page.matchAll(/`([\w/.]+\.(?:spec|test)\.tsx?)`/g)];
  const missing = named
    .map(([, file]) => file ?? "")
    .filter((file) => !existsSync(join(root, file)));
  expect(missing).toEqual([]);
});
