// @vitest-environment jsdom
import { expect, test } from "vitest";
import { findRecordingProblem } from "./recordingSupport";

const complete = {
  isSecureContext: true,
  navigator: { mediaDevices: { getUserMedia: () => undefined } },
  AudioContext: class {},
  MediaRecorder: class {},
};

test.each([
  ["everything", complete, null],
  ["no secure context", { ...complete, isSecureContext: false }, "https"],
  [
    "plain http, where the microphone is missing too",
    { ...complete, isSecureContext: false, navigator: {} },
    "https",
  ],
  ["no media devices", { ...complete, navigator: {} }, "getUserMedia"],
  [
    "media devices without a microphone",
    { ...complete, navigator: { mediaDevices: {} } },
    "getUserMedia",
  ],
  ["no audio graph", without("AudioContext"), "AudioContext"],
  ["no recorder", without("MediaRecorder"), "MediaRecorder"],
])("a page with %s", (_, browser, lack) => {
  // The fake has only the properties that are checked.
  expect(findRecordingProblem(browser as unknown as typeof globalThis)).toBe(
    lack,
  );
});

function without(name: "AudioContext" | "MediaRecorder") {
  const { [name]: _, ...rest } = complete;
  return rest;
}
