/** Beats from real samples. Their tempo is known; their first bar is the start of the file. */
import { readFile } from "node:fs/promises";
import { fixture } from "../../../e2e/audio.ts";
import type { Analyser, Heard, RealtimeBpmAnalyzer } from "./analysers.ts";

const REAL_BEATS = [
  { file: "beat-97bpm-cbr192-stereo-44k-id3art.mp3", bpm: 97 },
  { file: "beat-97bpm-pcm16-stereo-44k.wav", bpm: 97 },
  { file: "beat-90bpm-vbr2-stereo-44k-id3art.mp3", bpm: 90 },
];

interface HeardBeat {
  readonly file: string;
  readonly bpm: number;
  readonly heard: readonly Heard[];
}

/** Lets each analyser hear each beat, as Chromium decodes it. */
export async function hearRealBeats(
  decoder: RealtimeBpmAnalyzer,
  analysers: readonly Analyser[],
): Promise<HeardBeat[]> {
  const beats: HeardBeat[] = [];
  for (const { file, bpm } of REAL_BEATS) {
    const samples = await decoder.decode(await readFile(fixture(file)));
    const heard: Heard[] = [];
    for (const analyser of analysers)
      heard.push(await analyser.analyse(samples));
    beats.push({ file, bpm, heard });
  }
  return beats;
}

export function realBeatLines(
  beats: readonly HeardBeat[],
  analysers: readonly Analyser[],
): string[] {
  const names = analysers.map(({ name }) => name);
  return [
    "",
    "Beats from real samples, whose first bar starts with the file: BPM and first bar as heard.",
    "",
    `| file | BPM | ${names.join(" | ")} |`,
    `| --- | --- | ${names.map(() => "---").join(" | ")} |`,
    ...beats.map(
      ({ file, bpm, heard }) =>
        `| ${file} | ${bpm} | ${heard.map(textOf).join(" | ")} |`,
    ),
  ];
}

function textOf({ bpm, firstBarMs }: Heard): string {
  if (bpm === null) return "no tempo";
  const bar = firstBarMs === null ? "-" : `${firstBarMs.toFixed(0)} ms`;
  return `${bpm.toFixed(1)}, ${bar}`;
}
