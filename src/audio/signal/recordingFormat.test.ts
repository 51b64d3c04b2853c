import { expect, test } from "vitest";
import { containerType, pickRecordingFormat } from "./recordingFormat";

test.each([
  [
    ["audio/webm;codecs=opus", "audio/webm", "audio/ogg", "audio/mp4"],
    "audio/webm;codecs=opus",
    "webm",
  ],
  [["audio/webm", "audio/ogg;codecs=opus"], "audio/webm", "webm"],
  [
    ["audio/ogg;codecs=opus", "audio/ogg", "audio/mp4"],
    "audio/ogg;codecs=opus",
    "ogg",
  ],
  [["audio/ogg", "audio/mp4"], "audio/ogg", "ogg"],
  [["audio/mp4"], "audio/mp4", "mp4"],
  [[], "audio/webm", "webm"],
] as const)("with %j supported, picks %s", (offered, mimeType, extension) => {
  const supported: readonly string[] = offered;
  expect(pickRecordingFormat((type) => supported.includes(type))).toEqual({
    mimeType,
    extension,
  });
});

test("containerType drops the codec", () => {
  expect(containerType("audio/webm;codecs=opus")).toBe("audio/webm");
  expect(containerType("audio/ogg;codecs=opus")).toBe("audio/ogg");
  expect(containerType("audio/mp4")).toBe("audio/mp4");
});
