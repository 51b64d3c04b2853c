import { expect, test } from "vitest";
import { parseOptions, usage } from "./options.ts";

const names = ["oneMutation", "vitals"];

test("without arguments everything is measured, five times", () => {
  expect(parseOptions([], names)).toEqual({
    pairs: 5,
    full: false,
    profileDir: null,
    names: [],
  });
});

test("trials and studies are chosen by name", () => {
  expect(parseOptions(["vitals", "--full"], names)).toMatchObject({
    full: true,
    names: ["vitals"],
  });
});

test("help measures nothing and names what there is", () => {
  expect(parseOptions(["--help"], names)).toBeNull();
  expect(usage(names)).toContain("of oneMutation, vitals;");
});

test.each([
  [["vitals", "speed"], "There is nothing called speed."],
  [["--pairs", "0"], '--pairs must be a whole number from 1 on, not "0".'],
  [["--fast"], "Unknown option '--fast'"],
])("%j is refused", (args, problem) => {
  expect(() => parseOptions(args, names)).toThrow(problem);
});
