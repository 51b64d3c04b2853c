import { expect, test } from "vitest";
import { microphoneConstraints, monitorLevel } from "./microphone";

test("with headphones the voice is captured untouched", () => {
  expect(microphoneConstraints(true).audio).toMatchObject({
    echoCancellation: false,
    noiseSuppression: false,
    autoGainControl: false,
  });
});

test("without headphones echoes are cancelled and the beat is quieter", () => {
  expect(microphoneConstraints(false).audio).toMatchObject({
    echoCancellation: true,
    noiseSuppression: false,
    autoGainControl: false,
  });
  expect(monitorLevel(false)).toBeLessThan(monitorLevel(true));
});
