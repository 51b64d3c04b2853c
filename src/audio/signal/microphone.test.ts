import { expect, test } from "vitest";
import { microphoneConstraints, monitorLevel } from "./microphone";

test("captures the voice unprocessed with headphones", () => {
  expect(microphoneConstraints(true).audio).toMatchObject({
    echoCancellation: false,
    noiseSuppression: false,
    autoGainControl: false,
  });
});

test("cancels echoes and lowers the beat without headphones", () => {
  expect(microphoneConstraints(false).audio).toMatchObject({
    echoCancellation: true,
    noiseSuppression: false,
    autoGainControl: false,
  });
  expect(monitorLevel(false)).toBeLessThan(monitorLevel(true));
});
