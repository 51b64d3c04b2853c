import { expect, test } from "vitest";
import { analyseBeat } from "./analyseBeat";

const RATE = 22_050;
const SECONDS = 16;

/** A bar as letters: one string for each instrument, and one letter for each step. */
type Pattern = Readonly<Record<"kick" | "snare" | "hat" | "chord", string>>;

const SILENT = "";

function made(pattern: Pattern, stepSeconds: number): Float32Array {
  const samples = new Float32Array(SECONDS * RATE);
  let state = 7;
  const noise = () => {
    state = (state * 16_807) % 2_147_483_647;
    return (2 * state) / 2_147_483_647 - 1;
  };
  const sounds = {
    kick: (t: number) =>
      0.8 * Math.sin(2 * Math.PI * 55 * t) * Math.exp(-t * 12),
    snare: (t: number) => 0.4 * noise() * Math.exp(-t * 20),
    hat: (t: number) => 0.1 * noise() * Math.exp(-t * 80),
    chord: (t: number) =>
      [220, 261.63, 329.63]
        .map((hertz) => 0.1 * Math.sin(2 * Math.PI * hertz * t))
        .reduce((sum, tone) => sum + tone) * Math.exp(-t),
  };
  const sets = Object.entries(pattern) as [keyof Pattern, string][]; // the pattern's own keys
  for (let step = 0; step * stepSeconds < SECONDS; step += 1) {
    for (const [name, hits] of sets) {
      if (hits[step % hits.length] !== "x") continue;
      const at = Math.round(step * stepSeconds * RATE);
      const length = Math.min(RATE, samples.length - at);
      for (let index = 0; index < length; index += 1)
        samples[at + index] =
          (samples[at + index] ?? 0) + sounds[name](index / RATE);
    }
  }
  return samples;
}

test.each<[string, Pattern]>([
  ["drums", { kick: "x.....", snare: "...x..", hat: "x", chord: "x....." }],
  [
    "a kick before the snare",
    { kick: "x.x...", snare: "...x..", hat: "x", chord: "x....." },
  ],
  ["no snare", { kick: "x..x..", snare: SILENT, hat: "x", chord: "x....." }],
  [
    "bars in pairs",
    {
      kick: "x..x.xx.....",
      snare: "...x.....x..",
      hat: "x",
      chord: "x...........",
    },
  ],
])("names six-eight: %s", (_, pattern) => {
  for (const dottedBpm of [54, 66, 84]) {
    const { tempo } = analyseBeat(made(pattern, 20 / dottedBpm), RATE);
    expect(tempo).toMatchObject({ isSixEight: true, isSure: false });
    expect(tempo?.bpm).toBeCloseTo(dottedBpm, 0);
    expect(tempo?.firstBarMs).toBeLessThan(20);
  }
});

const BACKBEAT = "....x.......x...";

test.each<[string, Pattern]>([
  [
    "boom-bap",
    {
      kick: "x......x..x.....",
      snare: BACKBEAT,
      hat: "x.",
      chord: "x...............",
    },
  ],
  ["tresillo", { kick: "x..x..x.", snare: BACKBEAT, hat: "x.", chord: SILENT }],
  [
    "drill",
    {
      kick: "x..x......x..x..",
      snare: "......x.....x...",
      hat: "x..x..x.",
      chord: "x...............",
    },
  ],
  [
    "quarters",
    { kick: "x.......x.x.....", snare: BACKBEAT, hat: "x...", chord: SILENT },
  ],
])("four beats a bar are not six-eight: %s", (_, pattern) => {
  for (const bpm of [80, 92, 130]) {
    const { tempo } = analyseBeat(made(pattern, 15 / bpm), RATE);
    expect(tempo).toMatchObject({ isSixEight: false });
  }
});

test("swing is not six-eight", () => {
  const swing = {
    ...{ kick: "x.......x...", snare: "...x.....x.." },
    ...{ hat: "x.x", chord: "x..........." },
  };
  for (const bpm of [75, 92, 120]) {
    const { tempo } = analyseBeat(made(swing, 20 / bpm), RATE);
    expect(tempo).toMatchObject({ bpm, isSixEight: false });
  }
});
