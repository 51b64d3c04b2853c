import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startElement } from "./sounding";

class FakeAudio extends EventTarget {
  calls: string[] = [];
  crossOrigin: string | null = null;
  #src = "";
  isRefused = false;
  constructor() {
    super();
    audios.push(this);
  }
  get src() {
    return this.#src;
  }
  set src(url: string) {
    this.calls.push(`${url} of ${this.crossOrigin}`);
    this.#src = url;
  }
  play = async () => {
    this.calls.push("play");
    if (this.isRefused) throw new Error("refused");
  };
  pause = () => this.calls.push("pause");
}

const audios: FakeAudio[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("Audio", FakeAudio);
  vi.stubGlobal(
    "MediaElementAudioSourceNode",
    class {
      connect = () => undefined;
      disconnect = () => undefined;
    },
  );
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Starts a file at one second of the context's clock. */
function start() {
  const onBroken = vi.fn<() => void>();
  const sound = startElement("/file", false, {
    // the code under test reads only this
    ...{ context: { currentTime: 0 } as never, output: {} as never },
    ...{ at: 1, offset: 0, fadeSeconds: 0, level: 1, onBroken },
  });
  const audio = audios.at(-1) ?? new FakeAudio();
  return { sound, audio, onBroken };
}

const passTime = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test("an element asks for its file in the way that other origins allow, and plays it in time", async () => {
  const { audio, onBroken } = start();
  await passTime(900);
  expect(audio.calls).toEqual(["/file of anonymous"]);
  await passTime(200);
  expect(audio.calls).toEqual(["/file of anonymous", "play"]);
  expect(onBroken).not.toHaveBeenCalled();
});

test("an element tells once that it cannot play its file", async () => {
  const { audio, onBroken } = start();
  audio.isRefused = true;
  audio.dispatchEvent(new Event("error"));
  await passTime(2_000);
  expect(onBroken).toHaveBeenCalledTimes(1);
  expect(audio.calls).not.toContain("play");
});

test("an element tells that the browser does not let it play", async () => {
  const { audio, onBroken } = start();
  audio.isRefused = true;
  await passTime(2_000);
  expect(onBroken).toHaveBeenCalledTimes(1);
});

test("an element that has ended tells nothing more", async () => {
  const { sound, audio, onBroken } = start();
  sound.endAt(1.5, 0);
  await passTime(2_000);
  audio.dispatchEvent(new Event("error"));
  expect(audio.calls.at(-1)).toBe("pause");
  expect(onBroken).not.toHaveBeenCalled();
});
