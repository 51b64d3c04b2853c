import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { viewOf } from "../../../../convex/shared/audio/bytes";
import { FakeAudioElement } from "../../../testing/fakeAudioElement";
import { fakeSources } from "../../../testing/fakeSources";
import { endsOf, findLoop } from "../../signal/beatLoop";
import type { WholeSound } from "../../signal/decodeWhole";
import { mendBeat } from "../../signal/mendBeat";
import { RoundsElement } from "./roundsElement";

const TWO_BARS = (8 * 60) / 97;

let fakes: ReturnType<typeof fakeSources>;

beforeEach(() => {
  vi.useFakeTimers();
  fakes = fakeSources();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Two bars at 97 BPM, as a browser decodes them from an MP3 that does not state its padding. */
function padded(): WholeSound {
  const folder = join(import.meta.dirname, "../../../../convex/testing/audio");
  const name = "tempo/loop-2bars-97-cbr-notag.wav";
  const file = mendBeat(Uint8Array.from(readFileSync(join(folder, name))));
  const view = viewOf(file);
  const sampleRate = view.getUint32(24, true);
  const samples = Float32Array.from(
    { length: (file.length - 44) / 2 },
    (_, index) => view.getInt16(44 + 2 * index, true) / 32_768,
  );
  const buffer = {
    ...{ sampleRate, numberOfChannels: 1, getChannelData: () => samples },
    duration: samples.length / sampleRate,
  };
  const loop = findLoop(endsOf(buffer), { bpm: 97, paddedRate: sampleRate });
  return { buffer: buffer as never, loop }; // only what the element uses
}

/** An element whose time moves, and that ends as it would in a browser. */
class MovingElement extends FakeAudioElement {
  ended = false;
  readonly #lengthSeconds: number;

  constructor(lengthSeconds: number) {
    super();
    this.#lengthSeconds = lengthSeconds;
    setInterval(() => this.#move(), 10);
    setInterval(() => {
      if (!this.paused) this.dispatchEvent(new Event("timeupdate"));
    }, 250);
  }

  #move(): void {
    if (this.paused || this.src === "silence") return;
    this.currentTime += 0.01;
    if (this.currentTime < this.#lengthSeconds) return;
    if (this.loop) {
      this.currentTime = 0;
      return;
    }
    this.ended = true;
    this.paused = true;
    this.dispatchEvent(new Event("pause"));
    this.dispatchEvent(new Event("ended"));
    this.ended = false;
  }
}

interface Options {
  readonly delayMs?: number;
  readonly isBroken?: boolean;
  readonly lengthMs?: number;
}

function makeElement(options: Options = {}) {
  const { delayMs = 100, isBroken = false } = options;
  const sound = padded();
  const { duration } = sound.buffer;
  const { lengthMs = 1000 * duration } = options;
  const own = new MovingElement(duration);
  const load = vi.fn(async () => {
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    return isBroken ? null : sound;
  });
  const element = new RoundsElement({
    ...{ own, load, context: fakes.context as never }, // only what the element uses
    ...{ silence: "silence", lengthMs: () => lengthMs },
  });
  const heard: string[] = [];
  for (const event of ["playing", "pause", "ended", "waiting"])
    element.addEventListener(event, () => heard.push(event));
  return { element, own, heard, load, sound };
}

/** Returns the second of the file that is heard at a time, by the audio clock. */
function heardAt(seconds: number): number {
  const last = fakes.started.at(-1);
  if (!last) throw new Error("nothing sounds");
  const { at, offset, node } = last;
  const into = offset + seconds - at;
  if (!node.loop || into < node.loopEnd) return into;
  const length = node.loopEnd - node.loopStart;
  return node.loopStart + ((into - node.loopStart) % length);
}

test("ten rounds of a padded MP3 follow each other within 1 ms of its bars", async () => {
  const { element, own, heard, sound } = makeElement();
  element.loop = true;
  element.src = "beat";
  void element.play();
  await vi.advanceTimersByTimeAsync(51_000);
  expect(fakes.started).toHaveLength(1);
  const [first] = fakes.started;
  expect(sound.buffer.duration).toBeGreaterThan(TWO_BARS + 0.03);
  for (let round = 0; round < 10; round += 1) {
    const at = (first?.at ?? 0) + 1 + round * TWO_BARS;
    expect(Math.abs(heardAt(at) - 1)).toBeLessThan(0.001);
  }
  // The silence around the sound is in none of the repeats.
  const { startSeconds, lengthSeconds } = sound.loop;
  expect(startSeconds + lengthSeconds).toBeLessThan(sound.buffer.duration);
  expect(heard).toEqual(["playing"]);
  // Systems show a lock screen only for elements.
  expect(own).toMatchObject({ src: "silence", loop: true, paused: false });
});

test("a track that begins to loop while it plays goes on, and its next rounds have no gap", async () => {
  const { element, own, heard, sound } = makeElement();
  element.src = "beat";
  void element.play();
  await vi.advanceTimersByTimeAsync(1_000);
  element.loop = true;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(own.src).toBe("beat");
  expect(element.currentTime).toBeCloseTo(3, 1);
  await vi.advanceTimersByTimeAsync(3_000);
  const { startSeconds, lengthSeconds } = sound.loop;
  const [second] = fakes.started;
  expect(second?.offset).toBe(startSeconds);
  expect(second?.at).toBeCloseTo(startSeconds + lengthSeconds, 1);
  expect(own).toMatchObject({ src: "silence", paused: false });
  expect(element.currentTime).toBeCloseTo(heardAt(6), 1);
  expect(heard).toEqual(["playing"]);
});

test("a sound that comes late lets the element begin, and takes over after a round", async () => {
  const { element, own, heard } = makeElement({ delayMs: 3_000 });
  element.loop = true;
  element.src = "beat";
  void element.play();
  expect(element.paused).toBe(false);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(own).toMatchObject({ src: "beat", loop: true, paused: false });
  await vi.advanceTimersByTimeAsync(6_000);
  expect(own.src).toBe("silence");
  expect(fakes.started).toHaveLength(1);
  expect(heard).toEqual(["playing"]);
});

test.each([
  ["that cannot be decoded", { isBroken: true }],
  ["that is too long for the memory", { lengthMs: 360_001 }],
])("a file %s loops in the element", async (_, options) => {
  const { element, own } = makeElement(options);
  element.loop = true;
  element.src = "beat";
  void element.play();
  await vi.advanceTimersByTimeAsync(12_000);
  expect(own).toMatchObject({ src: "beat", loop: true, paused: false });
  expect(fakes.started).toEqual([]);
});

test("a track that does not loop is never decoded", async () => {
  const { element, own, heard, load } = makeElement();
  element.src = "beat";
  void element.play();
  await vi.advanceTimersByTimeAsync(6_000);
  expect(load).not.toHaveBeenCalled();
  expect(heard).toEqual(["playing", "pause", "ended"]);
  expect(own.src).toBe("beat");
});

async function playRounds() {
  const made = makeElement();
  made.element.loop = true;
  made.element.src = "beat";
  void made.element.play();
  await vi.advanceTimersByTimeAsync(1_130);
  return made;
}

test("pauses, goes on from there, and moves", async () => {
  const { element, own, heard } = await playRounds();
  expect(element.currentTime).toBeCloseTo(1, 2);
  element.pause();
  expect(own.paused).toBe(true);
  expect(fakes.started[0]?.stoppedAt).toBeCloseTo(1.13, 2);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(element.paused).toBe(true);
  expect(element.currentTime).toBeCloseTo(1, 2);
  void element.play();
  await vi.advanceTimersByTimeAsync(0);
  expect(fakes.started[1]?.offset).toBeCloseTo(1, 2);
  element.currentTime = 4;
  expect(fakes.started[2]?.offset).toBe(4);
  await vi.advanceTimersByTimeAsync(530);
  expect(element.currentTime).toBeCloseTo(4.5, 2);
  expect(heard).toEqual(["playing", "pause", "playing"]);
});

test("ends with its file once it no longer loops, without a stop before", async () => {
  const { element, heard } = await playRounds();
  element.loop = false;
  expect(fakes.started).toHaveLength(1);
  expect(element.currentTime).toBeCloseTo(1, 2);
  await vi.advanceTimersByTimeAsync(4_100);
  expect(heard).toEqual(["playing", "ended"]);
  expect(element.paused).toBe(true);
  void element.play();
  await vi.advanceTimersByTimeAsync(30);
  expect(fakes.started[1]).toMatchObject({ offset: 0, node: { loop: false } });
});

test("pauses when the system pauses the silence", async () => {
  const { element, own, heard } = await playRounds();
  own.pause();
  expect(element.paused).toBe(true);
  expect(heard).toEqual(["playing", "pause"]);
});

test("another track stops the rounds, and gives the element back", async () => {
  const { element, own } = await playRounds();
  element.pause();
  element.loop = false;
  element.src = "other";
  void element.play();
  expect(own).toMatchObject({ src: "other", loop: false, paused: false });
  expect(fakes.started.every(({ stoppedAt }) => stoppedAt !== null)).toBe(true);
  element.removeAttribute("src");
  expect(element.src).toBe("");
});

test("a pause before the sound is there keeps it silent", async () => {
  const { element } = makeElement();
  element.loop = true;
  element.src = "beat";
  const refused = vi.fn();
  element.play().catch(refused);
  element.pause();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(refused).toHaveBeenCalledTimes(1);
  expect(fakes.started).toEqual([]);
  expect(element.paused).toBe(true);
});

test("rounds are as loud as the element", async () => {
  const { element } = await playRounds();
  element.volume = 0.5;
  expect(fakes.gains.at(-1)?.gain.value).toBe(0.5);
  element.currentTime = 0;
  expect(fakes.gains.at(-1)?.gain.value).toBe(0.5);
});
