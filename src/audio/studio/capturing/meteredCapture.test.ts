import { expect, test } from "vitest";
import { MeteredCapture } from "./meteredCapture";

test("shows clipping while it happens and a moment longer", () => {
  const now = { elapsedMs: 0, isClipping: false };
  const take = new MeteredCapture({
    loopMs: 1_000,
    elapsedMs: () => now.elapsedMs,
    voiceAtMs: () => now.elapsedMs,
    readVoice: () => ({
      stretchMs: 20,
      levels: [0.5],
      isClipping: now.isClipping,
    }),
    stop: () => Promise.reject(new Error("not stopped here")),
  });
  const seen = (elapsedMs: number, isClipping: boolean) => {
    Object.assign(now, { elapsedMs, isClipping });
    return take.readMeter().isClipping;
  };
  expect(seen(100, false)).toBe(false);
  expect(seen(200, true)).toBe(true);
  expect(seen(1_000, false)).toBe(true);
  expect(seen(5_000, false)).toBe(false);
});
