import { expect, test } from "vitest";
import { timerLine } from "./consoleTimers.ts";

test("timers of one call report times in milliseconds", () => {
  const call = {};
  expect(timerLine(call, "time", ["load"], 10)).toBe(null);
  expect(timerLine(call, "timeLog", ["load", { at: 1 }], 10.1234)).toEqual({
    level: "INFO",
    values: ["load: 0.123ms", { at: 1 }],
  });
  expect(timerLine(call, "timeEnd", ["load"], 12)).toEqual({
    level: "INFO",
    values: ["load: 2ms"],
  });
});

test("a timer without a label is named default", () => {
  const call = {};
  timerLine(call, "time", [], 0);
  expect(timerLine(call, "timeEnd", [], 5)?.values).toEqual(["default: 5ms"]);
});

test("warns about duplicate and missing timers, and each call has its own", () => {
  const call = {};
  timerLine(call, "time", ["a"], 0);
  const again = timerLine(call, "time", ["a"], 1);
  expect(again).toEqual({
    level: "WARN",
    values: ["Timer 'a' already exists"],
  });
  expect(timerLine({}, "timeEnd", ["a"], 1)).toEqual({
    level: "WARN",
    values: ["Timer 'a' does not exist"],
  });
});
