import { expect, test } from "vitest";
import {
  applyChanges,
  parseEnvironmentChanges,
} from "./environmentVariables.ts";

test("changes set, replace and remove variables", () => {
  const before = { KEPT: "1", OLD: "2", CHANGED: "3" };
  const changes = parseEnvironmentChanges(
    {
      changes: [
        { name: "OLD", value: null },
        { name: "CHANGED", value: "4" },
        { name: "NEW_1", value: "" },
      ],
    },
    before,
  );
  expect(applyChanges(before, changes)).toEqual({
    KEPT: "1",
    CHANGED: "4",
    NEW_1: "",
  });
});

test.each([
  [{ name: "1ST", value: "x" }, "InvalidEnvironmentVariableName"],
  [{ name: "", value: "x" }, "InvalidEnvironmentVariableName"],
  [{ name: "A B", value: "x" }, "InvalidEnvironmentVariableName"],
  [{ name: "A".repeat(41), value: "x" }, "InvalidEnvironmentVariableName"],
  [{ name: "CONVEX_SITE_URL", value: "x" }, "ReservedEnvironmentVariableName"],
  [{ name: "A", value: "é".repeat(4097) }, "EnvironmentVariableTooLarge"],
  [{ name: "A", value: 1 }, "BadRequest"],
  [{ name: "A" }, "BadRequest"],
])("refuses %j as %s", (change, code) => {
  expect(() => parseEnvironmentChanges({ changes: [change] }, {})).toThrow(
    expect.objectContaining({ status: 400, code }),
  );
});

test("allows 100 variables, and always allows a removal", () => {
  const full = Object.fromEntries(
    Array.from({ length: 100 }, (_, index) => [`V${String(index)}`, "x"]),
  );
  const change = (name: string, value: string | null) => ({
    changes: [{ name, value }],
  });
  expect(() => parseEnvironmentChanges(change("MORE", "x"), full)).toThrow(
    expect.objectContaining({ code: "TooManyEnvironmentVariables" }),
  );
  expect(parseEnvironmentChanges(change("V0", "y"), full)).toHaveLength(1);
  expect(parseEnvironmentChanges(change("V0", null), full)).toHaveLength(1);
});
