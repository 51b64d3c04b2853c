/**
 * Compares the analysis of beats with two libraries, on synthesised beats whose
 * tempo and first bar are known. The weights of the product's analysis were
 * fitted to other seeds.
 */
import { GENRES } from "../../../convex/shared/genres.ts";
import type { Finding, Study } from "../study.ts";
import {
  type Analyser,
  type Heard,
  musicTempo,
  own,
  RealtimeBpmAnalyzer,
} from "./analysers.ts";
import { hearRealBeats, realBeatLines } from "./realBeats.ts";
import { seeded, synthesise, type SynthesisedBeat } from "./synthesise.ts";

const FIRST_SEED = 9_000;
const LEAST_BPM = 60;
const GREATEST_BPM = 180;
const STEP_BPM = { short: 20, full: 10 };
const TEMPO_TOLERANCE_BPM = 0.5;
const BAR_TOLERANCE_MS = 20;

interface Score {
  readonly name: string;
  readonly beats: number;
  readonly upToOctave: number;
  readonly rightOctave: number;
  readonly firstBar: number;
  readonly msPerBeat: number;
}

const AIMS = { upToOctave: 0.95, rightOctave: 0.85, firstBar: 0.85 };

export const bars: Study = {
  name: "bars",
  async run({ full }) {
    await using realtime = await RealtimeBpmAnalyzer.open();
    const analysers: readonly Analyser[] = [own, musicTempo, realtime];
    const results = analysers.map(() => new Tally());
    for (const beat of beats(full ? STEP_BPM.full : STEP_BPM.short)) {
      for (const [index, analyser] of analysers.entries()) {
        const startedAtMs = performance.now();
        const heard = await analyser.analyse(beat.samples);
        results[index]?.add(beat, heard, performance.now() - startedAtMs);
      }
    }
    const scores = analysers.flatMap(
      ({ name }, index) => results[index]?.score(name) ?? [],
    );
    const realBeats = await hearRealBeats(realtime, analysers);
    return {
      lines: [...page(scores), ...realBeatLines(realBeats, analysers)],
      figures: { scores, realBeats },
    };
  },
};

/** Every genre at every tempo, with and without a pick-up. */
function* beats(stepBpm: number): Generator<SynthesisedBeat> {
  let seed = FIRST_SEED;
  for (const genre of GENRES) {
    for (let bpm = LEAST_BPM; bpm <= GREATEST_BPM; bpm += stepBpm) {
      for (const hasPickUp of [false, true]) {
        seed += 1;
        const moved = seed % 3 === 0 ? bpm + 4 * seeded(seed)() - 2 : bpm;
        const exact = Math.min(GREATEST_BPM, Math.max(LEAST_BPM, moved));
        yield synthesise({ genre, bpm: exact, hasPickUp, seed });
      }
    }
  }
}

class Tally {
  #beats = 0;
  #upToOctave = 0;
  #rightOctave = 0;
  #firstBar = 0;
  #ms = 0;

  add(truth: SynthesisedBeat, { bpm, firstBarMs }: Heard, ms: number): void {
    this.#beats += 1;
    this.#ms += ms;
    const isRight = (factor: number) =>
      bpm !== null && Math.abs(bpm * factor - truth.bpm) <= TEMPO_TOLERANCE_BPM;
    if ([0.5, 1, 2].some(isRight)) this.#upToOctave += 1;
    if (isRight(1)) this.#rightOctave += 1;
    const isBar =
      firstBarMs !== null &&
      Math.abs(firstBarMs - truth.firstBarMs) <= BAR_TOLERANCE_MS;
    if (isBar) this.#firstBar += 1;
  }

  score(name: string): Score {
    const beats = this.#beats;
    return {
      name,
      beats,
      upToOctave: this.#upToOctave / beats,
      rightOctave: this.#rightOctave / beats,
      firstBar: this.#firstBar / beats,
      msPerBeat: this.#ms / beats,
    };
  }
}

function page(scores: readonly Score[]): Finding["lines"] {
  const beatCount = scores[0]?.beats ?? 0;
  return [
    `${beatCount} synthesised beats of about 32 s in ${GENRES.length} genres from ${LEAST_BPM} to ${GREATEST_BPM} BPM, half of them with a pick-up.`,
    `Tempo within ${TEMPO_TOLERANCE_BPM} BPM, first bar within ${BAR_TOLERANCE_MS} ms. music-tempo knows beats but no bars, so its first beat counts as its first bar.`,
    "",
    "| analyser | tempo up to a factor of two | in the right octave | first bar | time per beat |",
    "| --- | --- | --- | --- | --- |",
    `| aim | ${percent(AIMS.upToOctave)} | ${percent(AIMS.rightOctave)} | ${percent(AIMS.firstBar)} | |`,
    ...scores.map(row),
  ];
}

function row(score: Score): string {
  const shares = [score.upToOctave, score.rightOctave, score.firstBar];
  return `| ${score.name} | ${shares.map(percent).join(" | ")} | ${score.msPerBeat.toFixed(0)} ms |`;
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
