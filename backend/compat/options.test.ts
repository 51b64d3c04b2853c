import { expect, test } from "vitest";
import { parseOptions } from "./options.ts";

const names = ["crons", "rate-limiter"];

test("runs every component and writes no file without arguments", () => {
  expect(parseOptions([], names)).toEqual({ only: new Set(), write: false });
});

test("selects components by name", () => {
  expect(parseOptions(["--only", "crons, rate-limiter"], names)).toEqual({
    only: new Set(["crons", "rate-limiter"]),
    write: false,
  });
});

test("runs nothing with --help", () => {
  expect(parseOptions(["--help"], names)).toBeNull();
});

test.each([
  [
    ["--only", "crons,cron"],
    'There is no component "cron"; there are crons, rate-limiter.',
  ],
  [["--only", ""], 'There is no component ""'],
  [["--only=crons", "--write"], "--write needs a run of all components"],
  [["--speed"], "Unknown option '--speed'"],
  [["crons"], "Unexpected argument 'crons'"],
])("rejects %j and shows the usage", (args, problem) => {
  expect(() => parseOptions(args, names)).toThrow(problem);
  expect(() => parseOptions(args, names)).toThrow("Usage: npm run compat");
});
