import { describe, expect, test } from "vitest";
import type { Measured } from "./measureOne.ts";
import { rowsFor } from "./report.ts";
import type { Aim, Trial } from "./trials/trial.ts";

const measured = (...values: number[]): Measured[] =>
  values.map((ms) => ({ figures: { ms }, otherCpu: 0 }));

const trialWith = (aim: Aim): Trial => ({
  name: "one",
  floor: "by hand",
  lines: [{ title: "Something", figure: "ms", unit: "ms", aim }],
  measure: async () => ({}),
});

const verdictOf = (aim: Aim, floor: Measured[], product: Measured[]) => {
  const [row = ""] = rowsFor({
    trial: trialWith(aim),
    floor,
    product,
  });
  return row.split(" | ").slice(3, 6);
};

describe("rowsFor", () => {
  test("compares a ratio of medians with an upper bound", () => {
    const aim: Aim = { of: "ratio", atMost: 1.3 };
    const floor = measured(10, 30, 20);
    expect(verdictOf(aim, floor, measured(26, 1, 99))).toEqual([
      "1.30x",
      "at most 1.3x",
      "kept",
    ]);
    expect(verdictOf(aim, floor, measured(27))[2]).toBe("MISSED");
  });

  test("compares a ratio with a lower bound", () => {
    const aim: Aim = { of: "ratio", atLeast: 0.6 };
    expect(verdictOf(aim, measured(100), measured(60))[2]).toBe("kept");
    expect(verdictOf(aim, measured(100), measured(59))[2]).toBe("MISSED");
  });

  test("compares the product alone when the aim is a time", () => {
    const aim: Aim = { of: "product", atMost: 50 };
    expect(verdictOf(aim, measured(1), measured(50)).slice(1)).toEqual([
      "at most 50 ms",
      "kept",
    ]);
    expect(verdictOf(aim, measured(90), measured(51))[2]).toBe("MISSED");
  });

  test("counts a missing figure as a miss", () => {
    const aim: Aim = { of: "ratio", atMost: 2 };
    expect(verdictOf(aim, measured(), measured(1))[2]).toBe("MISSED");
  });
});
