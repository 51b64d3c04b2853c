import { describe, expect, it } from "vitest";
import type { Measured } from "./measureOne.ts";
import { rowsFor } from "./report.ts";
import type { Aim, Trial } from "./trials/trial.ts";

const measured = (...values: number[]): Measured[] =>
  values.map((ms) => ({ figures: { ms }, otherCpu: 0 }));

const trialWith = (aim: Aim, peer?: string): Trial => ({
  name: "one",
  floor: "by hand",
  ...(peer !== undefined && { peer }),
  lines: [{ title: "Something", figure: "ms", unit: "ms", aim }],
  measure: async () => ({}),
});

const verdictOf = (aim: Aim, floor: Measured[], product: Measured[]) => {
  const [row = ""] = rowsFor({
    trial: trialWith(aim),
    floor,
    product,
    peer: [],
  });
  return row.split(" | ").slice(3, 6);
};

describe("the table of a comparison", () => {
  it("judges a ratio of medians that should be small", () => {
    const aim: Aim = { of: "ratio", atMost: 1.3 };
    const floor = measured(10, 30, 20);
    expect(verdictOf(aim, floor, measured(26, 1, 99))).toEqual([
      "1.30x",
      "at most 1.3x",
      "kept",
    ]);
    expect(verdictOf(aim, floor, measured(27))[2]).toBe("MISSED");
  });

  it("judges a ratio that should be great", () => {
    const aim: Aim = { of: "ratio", atLeast: 0.6 };
    expect(verdictOf(aim, measured(100), measured(60))[2]).toBe("kept");
    expect(verdictOf(aim, measured(100), measured(59))[2]).toBe("MISSED");
  });

  it("judges the product alone where the aim is a time", () => {
    const aim: Aim = { of: "product", atMost: 50 };
    expect(verdictOf(aim, measured(1), measured(50)).slice(1)).toEqual([
      "at most 50 ms",
      "kept",
    ]);
    expect(verdictOf(aim, measured(90), measured(51))[2]).toBe("MISSED");
  });

  it("does not take a figure that is missing for a good one", () => {
    const aim: Aim = { of: "ratio", atMost: 2 };
    expect(verdictOf(aim, measured(), measured(1))[2]).toBe("MISSED");
  });

  it("puts the product beside the peer in a row of its own", () => {
    const trial = trialWith({ of: "ratio", atMost: 2 }, "what people build");
    const rows = rowsFor({
      trial,
      floor: measured(10),
      product: measured(20),
      peer: measured(200),
    });
    expect(rows).toHaveLength(2);
    expect(rows[1]).toContain("0.100x");
    expect(rows[1]).toContain("beside: what people build");
  });
});
