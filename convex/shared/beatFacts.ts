import { type ObjectType, type PropertyValidators, v } from "convex/values";
// The demo and the stories run this file on Node, which needs the extensions.
import { type Checked, checked, type Found } from "./checked.ts";
import { isGenre } from "./genres.ts";
import type { ErrorCode } from "./messages.ts";
import { cleanLine, isBlank } from "./plainText.ts";

export const MAX_TITLE_LENGTH = 100;
export const MIN_BPM = 1;
export const MAX_BPM = 999;
export const MAX_TAGS = 5;
export const MAX_TAG_LENGTH = 30;

/**
 * What a producer says about a beat. The table, the arguments, the summaries,
 * the export of an account, the public page, the upload form and the demo take
 * these fields from here. A new field has to be `v.optional`, because older
 * beats, and pages that are open now, do not have it. The comments go to
 * docs/data.md, like those of the schema.
 */
export const beatFacts = {
  /** shown on every screen */
  title: v.string(),
  /** shown, and for filters */
  genre: v.string(),
  /** shown */
  bpm: v.number(),
  /** shown */
  tags: v.array(v.string()),
};
export type BeatFacts = ObjectType<typeof beatFacts>;

/** The facts that a verse copies from its beat, so that its card can show them. */
export const copiedFacts = {
  /** copy from the beat */
  title: beatFacts.title,
  /** copy from the beat */
  genre: beatFacts.genre,
  /** copy from the beat */
  bpm: beatFacts.bpm,
};

export const factsOf = (beat: BeatFacts): BeatFacts => pick(beatFacts, beat);

export const copiedFactsOf = (
  beat: ObjectType<typeof copiedFacts>,
): ObjectType<typeof copiedFacts> => pick(copiedFacts, beat);

function pick<Facts extends PropertyValidators>(
  facts: Facts,
  source: ObjectType<Facts>,
): ObjectType<Facts> {
  const names = Object.keys(facts) as (keyof typeof source)[];
  const picked = names.map((name) => [name, source[name]]);
  return Object.fromEntries(picked) as ObjectType<Facts>; // it has all the names
}

type Fact = keyof BeatFacts;

interface Rule<Name extends Fact> {
  clean: (given: BeatFacts[Name]) => BeatFacts[Name];
  /** Receives what `clean` returned. */
  check: (cleaned: BeatFacts[Name]) => ErrorCode | null;
}

const asGiven = <Given>(given: Given): Given => given;

/** In the order of the form. */
const RULES: { [Name in Fact]: Rule<Name> } = {
  title: { clean: cleanLine, check: checkTitle },
  genre: {
    clean: asGiven,
    check: (genre) => (isGenre(genre) ? null : "GENRE_REQUIRED"),
  },
  bpm: {
    clean: asGiven,
    check: (bpm) => (isBpm(bpm) ? null : "BPM_INVALID"),
  },
  tags: { clean: cleanTags, check: checkTags },
};

/** Checks the upload form. */
export function checkBeat(input: BeatFacts): Checked<BeatFacts> {
  const fields = factsOf(input);
  const found: Found<BeatFacts> = {};
  const apply = <Name extends Fact>(name: Name) => {
    const { clean, check } = RULES[name];
    fields[name] = clean(fields[name]);
    found[name] = check(fields[name]);
  };
  (Object.keys(RULES) as Fact[]).forEach(apply); // it has exactly these keys
  return checked(fields, found);
}

export const isBpm = (bpm: number) =>
  Number.isFinite(bpm) && bpm >= MIN_BPM && bpm <= MAX_BPM;

/** Drops blank and repeated tags. */
export function cleanTags(tags: readonly string[]): string[] {
  return [...new Set(tags.map(cleanLine).filter((tag) => !isBlank(tag)))];
}

function checkTitle(title: string): ErrorCode | null {
  if (isBlank(title)) return "TITLE_REQUIRED";
  return title.length <= MAX_TITLE_LENGTH ? null : "TITLE_TOO_LONG";
}

function checkTags(tags: readonly string[]): ErrorCode | null {
  if (tags.length > MAX_TAGS) return "TOO_MANY_TAGS";
  return tags.some((tag) => tag.length > MAX_TAG_LENGTH)
    ? "TAG_TOO_LONG"
    : null;
}
