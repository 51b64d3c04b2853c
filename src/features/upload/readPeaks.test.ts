import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readPeaks, UnplayableFile } from "./readPeaks";

/** Makes decoding fail with this error, and lets the browser claim that it can play these types. */
function stubBrowser(failure: Error, playable: CanPlayTypeResult) {
  class Context {
    decodeAudioData = () => Promise.reject(failure);
  }
  class Player {
    canPlayType = () => playable;
  }
  vi.stubGlobal("OfflineAudioContext", Context);
  vi.stubGlobal("Audio", Player);
}

afterEach(() => vi.unstubAllGlobals());

let file: { sound: Blob; durationMs: number };
beforeEach(() => {
  const sound = new Blob(["RIFF"], { type: "audio/wav" });
  file = { sound, durationMs: 5_000 };
});
const broken = new DOMException("Unable to decode", "EncodingError");

test("a file that a browser with a decoder cannot decode is refused", async () => {
  stubBrowser(broken, "maybe");
  await expect(readPeaks(file)).rejects.toThrow(UnplayableFile);
});

test("a browser without a decoder leaves the waveform flat", async () => {
  stubBrowser(broken, "");
  expect(await readPeaks(file)).toEqual([]);
});

test("another failure leaves the waveform flat", async () => {
  stubBrowser(new RangeError("no memory"), "maybe");
  expect(await readPeaks(file)).toEqual([]);
});

test.each([
  [4.98, true],
  [2.5, false],
])(
  "a browser that plays %f s of 5 s is taken: %s",
  async (seconds, isTaken) => {
    class Context {
      decodeAudioData = () =>
        Promise.resolve({
          duration: seconds,
          numberOfChannels: 1,
          getChannelData: () => Float32Array.of(0, 1),
        });
    }
    vi.stubGlobal("OfflineAudioContext", Context);
    const peaks = readPeaks(file);
    if (isTaken) expect(await peaks).toEqual([0, 255]);
    else await expect(peaks).rejects.toThrow(UnplayableFile);
  },
);
