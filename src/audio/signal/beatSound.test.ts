import { readFile } from "node:fs/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { viewOf } from "../../../convex/shared/audio/bytes";
import { readMp3 } from "../../../convex/shared/audio/readMp3";
import { readWav } from "../../../convex/shared/audio/readWav";
import { Work } from "../../../convex/shared/audio/work";
import { cuttable } from "./beatCut";
import { decodeForTake, placeIn, putPiece } from "./beatSound";
import { joinBytes, plainWav } from "./plainWav";

const RATE = 8_000;
const SECONDS = 900;

/** Fifteen minutes in 16 bits; each sample tells its own tenth of a second. */
function longWav(): Uint8Array<ArrayBuffer> {
  const format = new DataView(new ArrayBuffer(16));
  format.setUint16(0, 1, true);
  format.setUint16(2, 1, true);
  format.setUint32(4, RATE, true);
  format.setUint32(8, 2 * RATE, true);
  format.setUint16(12, 2, true);
  format.setUint16(14, 16, true);
  const samples = new Int16Array(SECONDS * RATE).map((_, at) =>
    Math.floor(at / (RATE / 10)),
  );
  return plainWav(
    new Uint8Array(format.buffer),
    new Uint8Array(samples.buffer),
  );
}

class Sound {
  readonly numberOfChannels = 1;
  readonly sampleRate = RATE;
  readonly length: number;
  readonly #samples: Float32Array;

  constructor({ length }: { length: number }) {
    this.length = length;
    this.#samples = new Float32Array(length);
  }

  get duration(): number {
    return this.length / RATE;
  }

  getChannelData(): Float32Array {
    return this.#samples;
  }
}

/** Decodes as browsers do, and records the length of each decoded sound. */
function decoder() {
  const decoded: number[] = [];
  const decodeAudioData = (file: ArrayBuffer) => {
    const bytes = new Uint8Array(file);
    const wav = readWav(bytes, new Work(bytes.length));
    const [samples] = wav?.parts ?? [];
    if (samples === undefined) throw new Error("no WAV");
    const view = viewOf(samples);
    const sound = new Sound({ length: samples.length / 2 });
    for (let at = 0; at < sound.length; at += 1)
      sound.getChannelData()[at] = view.getInt16(2 * at, true);
    decoded.push(sound.duration);
    return Promise.resolve(sound);
  };
  vi.stubGlobal("AudioBuffer", Sound);
  onTestFinished(() => void vi.unstubAllGlobals());
  // Only the part of a context that is used.
  const context = { sampleRate: RATE, decodeAudioData } as never;
  return { context, decoded };
}

test.each([0, 111.3, 850])(
  "a take from %f s hears its own five minutes of a long beat, through its rounds",
  async (fromSeconds) => {
    const { context, decoded } = decoder();
    const beat = await decodeForTake(longWav().buffer, context, {
      bpm: 90,
      heard: () => ({ fromSeconds, lengthSeconds: 305 }),
    });
    expect(beat.loop).toEqual({ startSeconds: 0, lengthSeconds: SECONDS });
    expect(beat.buffer.duration).toBe(305);
    const samples = beat.buffer.getChannelData(0);
    for (let into = 0.05; into < 305; into += 1.7) {
      const at = Math.floor((fromSeconds + into) * RATE) % (SECONDS * RATE);
      const place = placeIn(beat, fromSeconds + into);
      const heard = samples[Math.floor(place * RATE)] ?? NaN;
      expect(Math.abs(heard - at / (RATE / 10))).toBeLessThan(1.5);
    }
    // Each second takes 0.77 MB at most: twice two channels of 48,000 floats.
    expect(Math.max(...decoded)).toBeLessThan(62);
  },
);

test("a beat of six minutes is decoded at once, and repeats", async () => {
  const { context, decoded } = decoder();
  const short = longWav().slice(0, 44 + 2 * RATE * 350);
  const heard = () => ({ fromSeconds: 340, lengthSeconds: 100 });
  const beat = await decodeForTake(short.buffer, context, { bpm: 90, heard });
  expect(decoded).toEqual([350]);
  expect(placeIn(beat, 360)).toBeCloseTo(10, 6);
});

test("a piece fades in over what is there", () => {
  const into = Float32Array.of(1, 1, 1, 1, 9, 9);
  putPiece(into, Float32Array.of(0, 0, 0, 0, 2), 4);
  expect([...into]).toEqual([0.75, 0.5, 0.25, 0, 2, 9]);
});

test("a cut of an MP3 has whole frames, and enough in front to start well", async () => {
  const once = Uint8Array.from(
    await readFile("convex/testing/audio/odd/mp3-cbr-notag.mp3"),
  );
  const file = joinBytes(Array.from({ length: 120 }, () => once));
  const beat = cuttable(file);
  const { file: part, endsAt } = beat?.cut(300, 310) ?? {
    ...{ file: new Uint8Array(), endsAt: 0 },
  };
  expect(endsAt).toBeGreaterThan(310);
  const { seconds = 0, runs = [] } = readMp3(part, new Work(part.length)) ?? {};
  expect(runs).toHaveLength(1);
  expect(endsAt - seconds).toBeLessThan(300 - 0.8);
  expect(endsAt - seconds).toBeGreaterThan(299);
});

test("only what every browser plays is cut", async () => {
  const names = ["mp3-rate-change-44-48.mp3", "mp3-padding-4k.mp3"];
  for (const name of names) {
    const file = await readFile(`convex/testing/audio/odd/${name}`);
    expect(cuttable(Uint8Array.from(file))).toBeNull();
  }
  expect(cuttable(new Uint8Array(100))).toBeNull();
});
