import { expect, test, vi } from "vitest";
import type { DelayVerdict } from "../delay/burstMatch";
import { CaptureError } from "../capture/takeProblem";
import { DelayCheck } from "./delayCheck";
import type { DelayInUse } from "../delay/delayInUse";

const pair = { devices: "phone|earbuds", sampleRate: 48_000 };
const reported: DelayInUse = {
  pair,
  source: "reported",
  seconds: 0.01,
  correctionMs: 0,
};
const measured: DelayInUse = { ...reported, source: "measured", seconds: 0.06 };

/** Sets up a check on fake devices, whose known delay the test sets. */
function setUp() {
  let known = reported;
  let finish: (verdict: DelayVerdict) => void = () => undefined;
  let fail: (error: unknown) => void = () => undefined;
  let play: (burst: number) => void = () => undefined;
  const releaseBlock = vi.fn();
  const onFailure = vi.fn();
  const book = {
    setRoundTrip: vi.fn(() => {
      known = reported;
    }),
    setCorrection: vi.fn(() => {
      known = { ...known, correctionMs: 0 };
    }),
  };
  const check = new DelayCheck({
    engine: {
      findDelay: async () => known,
      measureDelay: (_, { signal, onBurst }) =>
        new Promise((resolve, reject) => {
          play = onBurst;
          finish = resolve;
          fail = reject;
          signal.addEventListener("abort", () => reject(new Error("ended")));
        }),
    },
    book,
    player: { block: () => releaseBlock },
    onFailure,
  });
  return {
    check,
    book,
    releaseBlock,
    onFailure,
    knows: (delay: DelayInUse) => {
      known = delay;
    },
    play: (burst: number) => play(burst),
    finish: (verdict: DelayVerdict) => finish(verdict),
    fail: (error: unknown) => fail(error),
  };
}

test("counts the bursts and then uses the measured delay", async () => {
  const world = setUp();
  await world.check.refresh(true);
  expect(world.check.getState().delay).toBe(reported);
  const measuring = world.check.measure(true);
  expect(world.check.getState()).toMatchObject({ burst: 0 });
  world.play(2);
  expect(world.check.getState()).toMatchObject({
    status: "measuring",
    burst: 2,
  });
  expect(world.releaseBlock).not.toHaveBeenCalled();
  world.knows(measured);
  world.finish({ kind: "measured", seconds: 0.06 });
  await measuring;
  expect(world.check.getState()).toEqual({
    status: "measured",
    delay: measured,
  });
  expect(world.releaseBlock).toHaveBeenCalledTimes(1);
});

test.each(["unheard", "unsteady"] as const)(
  "keeps the old delay when the bursts were %s",
  async (kind) => {
    const world = setUp();
    const measuring = world.check.measure(true);
    world.finish({ kind });
    await measuring;
    expect(world.check.getState()).toEqual({
      status: "failed",
      problem: kind,
      delay: reported,
    });
  },
);

test.each([
  [new CaptureError({ kind: "microphone" }, null), "microphone"],
  [new Error("no worklets"), "browser"],
])("reports %s as a problem of the %s", async (error, problem) => {
  const world = setUp();
  const measuring = world.check.measure(true);
  world.fail(error);
  await measuring;
  expect(world.check.getState()).toMatchObject({ status: "failed", problem });
  expect(world.onFailure).toHaveBeenCalledWith(error);
  expect(world.releaseBlock).toHaveBeenCalledTimes(1);
});

test("a cancelled measurement can be started again", async () => {
  const world = setUp();
  const measuring = world.check.measure(true);
  world.check.cancel();
  await measuring;
  expect(world.check.getState()).toMatchObject({ status: "rest" });
  expect(world.onFailure).not.toHaveBeenCalled();
  void world.check.measure(true);
  expect(world.check.getState()).toMatchObject({ status: "measuring" });
});

test("forgets the correction and the measured delay", async () => {
  const world = setUp();
  world.knows({ ...measured, correctionMs: -20 });
  await world.check.refresh(true);
  await world.check.forgetCorrection(true);
  expect(world.book.setCorrection).toHaveBeenCalledWith(pair, 0);
  expect(world.check.getState().delay).toEqual(measured);
  await world.check.forgetMeasured(true);
  expect(world.book.setRoundTrip).toHaveBeenCalledWith(pair, null);
  expect(world.check.getState().delay).toEqual(reported);
});
