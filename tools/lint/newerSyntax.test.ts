import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/**
 * Patterns with these parts are syntax errors before Safari 16.4 and Safari 17, so the page would
 * not start there. The build does not translate them.
 */
const LOOKBEHIND = /\(\?<[=!]/;
const SETS =
  /\/[dgimsuy]*v[dgimsuy]*[;,)\]]|\/[dgimsuy]*v[dgimsuy]*\.(?:test|exec)\(/;

test.each([
  ["looks behind", LOOKBEHIND],
  ["combines sets of characters", SETS],
])("no pattern in the app %s", (_what, syntax) => {
  const files = globSync(["src/**/*.{ts,tsx}", "convex/shared/**/*.ts"]);
  expect(files.length).toBeGreaterThan(100);
  const found = files.filter((file) => syntax.test(readFileSync(file, "utf8")));
  expect(found).toEqual([]);
});
