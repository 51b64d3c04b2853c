import type { MetadataTags } from "mediabunny";

/** Who made what of a verse. It is kept with the take and written into its file, wherever that goes. */
export interface Credit {
  readonly beatTitle: string;
  readonly producer: string;
  readonly rapper: string;
  readonly genre: string;
  readonly bpm: number;
}

/** What players and file managers show of it. */
export function creditTags(credit: Credit | null): MetadataTags {
  if (credit === null) return {};
  const { beatTitle, producer, rapper, genre, bpm } = credit;
  return {
    title: `${beatTitle} (prod. ${producer})`,
    artist: rapper,
    genre,
    beatsPerMinute: bpm,
    comment: `Verse by ${rapper} over "${beatTitle}", a beat by ${producer}. Recorded on Gully Cypher.`,
  };
}
