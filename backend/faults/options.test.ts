import { expect, test } from "vitest";
import { parseOptions } from "./options.ts";

const IDS = ["F1", "F2", "B", "B"];

test("runs everything once from the default seed without arguments", () => {
  expect(parseOptions([], IDS)).toEqual({
    seed: 20261121,
    rounds: 1,
    only: new Set(),
  });
});

test("selects faults by id", () => {
  const options = parseOptions(["--only", "F2,B", "--rounds", "3"], IDS);
  expect(options).toMatchObject({ rounds: 3, only: new Set(["F2", "B"]) });
});

test("runs nothing with --help", () => {
  expect(parseOptions(["--help"], IDS)).toBeNull();
});

test.each([
  [["--only", "F9"], "There is no fault F9; there are F1, F2, B."],
  [
    ["--rounds", "many"],
    '--rounds must be a whole number from 1 on, not "many".',
  ],
  [["--seed", "0"], '--seed must be a whole number from 1 on, not "0".'],
  [["--speed"], "Unknown option '--speed'"],
])("rejects %j and shows the usage", (args, problem) => {
  expect(() => parseOptions(args, IDS)).toThrow(problem);
  expect(() => parseOptions(args, IDS)).toThrow("Usage: npm run faults");
});
