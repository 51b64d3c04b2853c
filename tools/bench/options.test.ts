import { expect, test } from "vitest";
import { parseOptions, usage } from "./options.ts";

const NAMES = ["oneMutation", "vitals"];

test("measures everything five times without arguments", () => {
  expect(parseOptions([], NAMES)).toEqual({
    pairs: 5,
    full: false,
    profileDir: null,
    names: [],
  });
});

test("selects trials and studies by name", () => {
  expect(parseOptions(["vitals", "--full"], NAMES)).toMatchObject({
    full: true,
    names: ["vitals"],
  });
});

test("lists the known names and measures nothing with --help", () => {
  expect(parseOptions(["--help"], NAMES)).toBeNull();
  expect(usage(NAMES)).toContain("of oneMutation, vitals;");
});

test.each([
  [["vitals", "speed"], "There is nothing called speed."],
  [["--pairs", "0"], '--pairs must be a whole number from 1 on, not "0".'],
  [["--fast"], "Unknown option '--fast'"],
])("rejects %j", (args, problem) => {
  expect(() => parseOptions(args, NAMES)).toThrow(problem);
});
