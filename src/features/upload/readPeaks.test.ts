import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readPeaks, UnplayableFile } from "./readPeaks";

/** Lets a browser fail to decode in this way, and play these types. */
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

let file: Blob;
beforeEach(() => {
  file = new Blob(["RIFF"], { type: "audio/wav" });
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
