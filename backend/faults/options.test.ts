import { expect, test } from "vitest";
import { parseOptions } from "./options.ts";

const ids = ["F1", "F2", "B", "B"];

test("without arguments everything runs once, from the usual seed", () => {
  expect(parseOptions([], ids)).toEqual({
    seed: 20261121,
    rounds: 1,
    only: new Set(),
  });
});

test("faults are chosen by their ids", () => {
  const options = parseOptions(["--only", "F2,B", "--rounds", "3"], ids);
  expect(options).toMatchObject({ rounds: 3, only: new Set(["F2", "B"]) });
});

test("help runs nothing", () => {
  expect(parseOptions(["--help"], ids)).toBeNull();
});

test.each([
  [["--only", "F9"], "There is no fault F9; there are F1, F2, B."],
  [
    ["--rounds", "many"],
    '--rounds must be a whole number from 1 on, not "many".',
  ],
  [["--seed", "0"], '--seed must be a whole number from 1 on, not "0".'],
  [["--speed"], "Unknown option '--speed'"],
])("%j is refused with the usage", (args, problem) => {
  expect(() => parseOptions(args, ids)).toThrow(problem);
  expect(() => parseOptions(args, ids)).toThrow("Usage: npm run faults");
});
