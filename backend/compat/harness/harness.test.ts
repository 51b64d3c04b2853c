import { AssertionError, deepStrictEqual } from "node:assert/strict";
import { expect, test } from "vitest";
import type { CompatCase } from "./compatCase.ts";
import { withTable } from "./readmeTable.ts";
import { failureOf } from "./runCase.ts";
import { linesOf, tableOf } from "./table.ts";

const run = async () => undefined;
const crons: CompatCase = {
  component: "crons",
  checks: [
    { functions: ["register", "get"], name: "it registers", run },
    { functions: ["get"], name: "it is found", run },
  ],
};

test("lists each function once and counts the checks that passed", () => {
  const outcome = { compatCase: crons, passed: 1, failures: [] };
  expect(tableOf([outcome], { crons: "1.2.3" }).at(-1)).toBe(
    "| crons | 1.2.3 | `register`, `get` | 1 of 2 |",
  );
});

test("reports component, functions, expected and actual value of a failed check", () => {
  const lines = linesOf(failureOf(crons, crons.checks[0] as never, thrown()));
  expect(lines).toEqual([
    "FAILED crons: it registers",
    "  functions: register, get",
    "  expected:  { count: 2 }",
    "  got:       { count: 1 }",
  ]);
});

test("reports the message of an error as the actual value", () => {
  const failure = failureOf(
    crons,
    { functions: [], name: "" },
    new Error("no"),
  );
  expect(failure).toMatchObject({ expected: "no error", got: "no" });
});

test("replaces only the text between the markers", () => {
  const begin = "<!-- npm run compat -- --write: begin -->";
  const end = "<!-- npm run compat -- --write: end -->";
  const text = `a\n${begin}\nold\n${end}\nb\n`;
  const written = `a\n${begin}\n\n| new |\n\n${end}\nb\n`;
  expect(withTable(text, ["| new |"])).toBe(written);
  expect(withTable(written, ["| new |"])).toBe(written);
  expect(() => withTable(`${end}${begin}`, [])).toThrow("are missing");
});

function thrown(): AssertionError | null {
  try {
    deepStrictEqual({ count: 1 }, { count: 2 });
  } catch (error) {
    if (error instanceof AssertionError) return error;
  }
  return null;
}
