/** Finds the tempo and key that the maker of a beat states in the file's name or in MP3 tags. */
import { tagText } from "./tagText.ts";
import { MUSICAL_KEYS, type MusicalKey } from "../../../convex/shared/bars.ts";

export interface Hints {
  readonly bpm: number | null;
  readonly key: MusicalKey | null;
}

export const NO_HINTS: Hints = { bpm: null, key: null };

/** "140bpm", "140 BPM", "bpm_140" and "92.5bpm", but neither "1140bpm" nor "140bpmx". */
const NUMBER = String.raw`(\d{2,3}(?:[.,]\d{1,2})?)`;
const BPM = new RegExp(
  String.raw`(?:^|[^\d.,])${NUMBER}[ _-]?bpm(?![a-z])|(?:^|[^a-z])bpm[ _-]?${NUMBER}(?!\d)`,
  "i",
);
/** Matches "Fmin", "F# minor", "Bb_maj" and "Am", but not "am", which is a word in titles. */
const KEY =
  /(?:^|[^A-Za-z])([A-G])(#|♯|b|♭|[ _-]?sharp|[ _-]?flat)?[ _-]?(?:(maj|major)|(min|minor|m))(?![A-Za-z])/;
const LOWER_KEY =
  /(?:^|[^a-z])([a-g])(#|♯|b|♭)?[ _-]?(?:(maj|major)|(min|minor))(?![a-z])/;

const NATURALS = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 } as const;
const SEMITONES = 12;
const MINOR_FROM = 12;

const LEAST_BPM = 40;
const GREATEST_BPM = 240;

/** Reads hints from text such as the name of a file. */
export function hintsIn(text: string): Hints {
  const [, before, behind] = BPM.exec(text) ?? [];
  return { bpm: bpmIn(before ?? behind), key: keyIn(text) };
}

/** Reads the frames TBPM and TKEY of an ID3 tag in front of the file. */
export function hintsInTag(bytes: Uint8Array): Hints {
  return {
    bpm: bpmIn(/^\s*(\d+(?:[.,]\d+)?)/.exec(tagText(bytes, "TBPM"))?.[1]),
    key: keyIn(tagText(bytes, "TKEY")) ?? keyIn(`${tagText(bytes, "TKEY")}maj`),
  };
}

function bpmIn(text: string | undefined): number | null {
  const bpm = Number(text?.replace(",", "."));
  return bpm >= LEAST_BPM && bpm <= GREATEST_BPM ? bpm : null;
}

function keyIn(text: string): MusicalKey | null {
  const [, letter = "", accidental = "", major] =
    KEY.exec(text) ?? LOWER_KEY.exec(text) ?? [];
  const natural = Object.entries(NATURALS).find(
    ([name]) => name === letter.toUpperCase(),
  )?.[1];
  if (natural === undefined) return null;
  const change = /b|♭|flat/.test(accidental) ? -1 : accidental ? 1 : 0;
  const tonic = (natural + change + SEMITONES) % SEMITONES;
  return MUSICAL_KEYS[tonic + (major ? 0 : MINOR_FROM)] ?? null;
}
