/**
 * Decides the order of recordings and the votes: random, but the same on every
 * machine.
 */
import type { Song } from "./songs.ts";
import { seededRandom } from "./synth/random.ts";

export interface Ballot {
  readonly contentType: "beat" | "verse";
  readonly contentId: string;
  readonly appeal: number;
}

export interface PlannedTake {
  readonly song: Song;
  readonly index: number;
  readonly by: string;
}

/**
 * Returns all takes of all songs in shuffled order, because people do not
 * record song by song.
 */
export function mixTakes(songs: readonly Song[]): PlannedTake[] {
  const random = seededRandom(42);
  return songs
    .flatMap((song) => song.takes.map(({ by }, index) => ({ song, index, by })))
    .map((take) => ({ take, rank: random() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ take }) => take);
}

/**
 * Returns the votes of one listener. Some listeners like more than others, and
 * all of them prefer content with more appeal.
 */
export function drawVotes(seed: number, ballots: readonly Ballot[]): Ballot[] {
  const random = seededRandom(7_100 + seed);
  const generosity = 0.4 + random() * 0.6;
  return ballots.filter(({ contentType, appeal }) => {
    const share = contentType === "verse" ? 0.7 : 1;
    return random() < appeal * share * generosity;
  });
}
