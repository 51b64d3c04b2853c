import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { judgeBeat } from "../../../convex/shared/audio/judgeBeat";
import { beatParts } from "./beatParts";
import { joinBytes, plainWav } from "./plainWav";

const MOST_MS = 180_000;

const stored = async (name: string) =>
  Uint8Array.from(await readFile(`convex/testing/audio/${name}`));

function lengthOf(bytes: Uint8Array): number {
  const judged = judgeBeat(bytes);
  if ("code" in judged) throw new Error(judged.code);
  return judged.durationMs;
}

test("a short beat stays whole", async () => {
  for (const name of ["beat-97bpm-short-2s.mp3", "odd/snd-plus30db.wav"]) {
    const file = await stored(name);
    expect(beatParts(file)).toEqual([file]);
  }
});

test("an MP3 of ten minutes becomes files of three minutes", async () => {
  const once = await stored("odd/mp3-cbr-notag.mp3");
  const file = joinBytes(Array.from({ length: 120 }, () => once));
  const lengths = beatParts(file).map(lengthOf);
  expect(lengths).toHaveLength(4);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(MOST_MS + 100);
  const lost = lengthOf(file) - lengths.reduce((sum, ms) => sum + ms);
  expect(Math.abs(lost)).toBeLessThan(200);
});

test("a WAV of ten minutes becomes files of three minutes, and loses nothing", () => {
  const format = new DataView(new ArrayBuffer(16));
  format.setUint16(0, 1, true);
  format.setUint16(2, 2, true);
  format.setUint32(4, 8_000, true);
  format.setUint16(12, 2, true);
  format.setUint16(14, 8, true);
  const samples = Uint8Array.from(
    { length: 600 * 16_000 },
    (_, at) => at % 251,
  );
  const parts = beatParts(plainWav(new Uint8Array(format.buffer), samples));
  expect(parts.map(lengthOf)).toEqual([MOST_MS, MOST_MS, MOST_MS, 60_000]);
  const all = joinBytes(parts.map((part) => part.subarray(44)));
  expect(Buffer.compare(all, samples)).toBe(0);
});
