import { expect, test } from "vitest";
import { GENRES } from "../../../convex/shared/genres.ts";
import { MAX_BEAT_BYTES } from "../../../convex/shared/limits.ts";
import { SONGS } from "../songs.ts";
import { onsetStrengths, tempoLock } from "./onsets.ts";
import { renderBeat } from "./renderBeat.ts";
import { renderVerse } from "./renderVerse.ts";
import { SAMPLE_RATE } from "./sound.ts";
import { STYLES } from "./styles.ts";
import { encodeWav } from "./encodeWav.ts";

const songs = GENRES.map((genre) => {
  const song = SONGS.find((one) => one.genre === genre);
  if (song === undefined) throw new Error(`The demo lacks ${genre}.`);
  return { genre, song, beat: renderBeat(song) };
});

test.each(songs)("$genre is a loop of whole bars", ({ song, beat }) => {
  const barSeconds = (60 / song.bpm) * 4;
  const bars = beat.left.length / SAMPLE_RATE / barSeconds;
  expect(bars).toBeCloseTo(Math.round(bars), 3);
  expect(beat.right).toHaveLength(beat.left.length);
  const seconds = beat.left.length / SAMPLE_RATE;
  expect(seconds).toBeGreaterThan(8);
  expect(seconds).toBeLessThan(15);
});

test.each(songs)("$genre is loud but does not clip", ({ beat }) => {
  const peak = Math.max(peakOf(beat.left), peakOf(beat.right));
  expect(peak).toBeGreaterThan(0.88);
  expect(peak).toBeLessThan(0.9);
  expect(levelOf(beat.left)).toBeGreaterThan(0.05);
  expect(levelOf(beat.right)).toBeGreaterThan(0.05);
});

test.each(songs)("$genre strikes on the grid of its BPM", ({ song, beat }) => {
  const strengths = onsetStrengths(beat.left);
  // Swung sixteenths are off the grid on purpose, so only the eighths count.
  const perBeat = STYLES[song.genre].swing > 0.15 ? 2 : 4;
  const lockTo = (bpm: number) => tempoLock(strengths, bpm, perBeat);
  const own = lockTo(song.bpm);
  expect(own).toBeGreaterThan(0.3);
  for (const wrong of [0.9, 0.95, 1.05, 1.1])
    expect(own).toBeGreaterThan(3 * lockTo(song.bpm * wrong));
});

test.each(songs)("$genre loops without a seam", ({ beat }) => {
  const { left } = beat;
  const jump = Math.abs((left.at(-1) ?? 0) - (left[0] ?? 0));
  expect(jump).toBeLessThan(0.3);
});

test("the same plan gives the same samples, and another seed gives others", () => {
  const [{ song, beat }] = songs as [(typeof songs)[number]]; // there are ten genres
  expect(renderBeat(song)).toEqual(beat);
  expect(renderBeat({ ...song, seed: song.seed + 1 })).not.toEqual(beat);
});

test("a verse lasts twice its beat, is audible and is reproducible", () => {
  const [{ song, beat }] = songs as [(typeof songs)[number]]; // there are ten genres
  const verse = renderVerse(song, beat, 1);
  expect(verse).toHaveLength(beat.left.length * 2);
  expect(peakOf(verse)).toBeLessThan(0.9);
  expect(levelOf(verse)).toBeGreaterThan(0.05);
  expect(renderVerse(song, beat, 1)).toEqual(verse);
  expect(renderVerse(song, beat, 2)).not.toEqual(verse);
});

test("a beat's file is well below the upload limit", () => {
  for (const { beat } of songs)
    expect(encodeWav([beat.left, beat.right]).length).toBeLessThan(
      MAX_BEAT_BYTES / 3,
    );
});

function peakOf(samples: Float32Array): number {
  return samples.reduce((top, sample) => Math.max(top, Math.abs(sample)), 0);
}

function levelOf(samples: Float32Array): number {
  const energy = samples.reduce((sum, sample) => sum + sample * sample, 0);
  return Math.sqrt(energy / samples.length);
}
