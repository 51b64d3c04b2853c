/** Who records and who votes: chance, but the same on every machine. */
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

/** All takes of all songs, shuffled: people do not record song by song. */
export function mixTakes(songs: readonly Song[]): PlannedTake[] {
  const random = seededRandom(42);
  return songs
    .flatMap((song) => song.takes.map(({ by }, index) => ({ song, index, by })))
    .map((take) => ({ take, rank: random() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ take }) => take);
}

/** What one listener likes: some like much, some little, all more of what has appeal. */
export function drawVotes(seed: number, ballots: readonly Ballot[]): Ballot[] {
  const random = seededRandom(7_100 + seed);
  const generosity = 0.4 + random() * 0.6;
  return ballots.filter(({ contentType, appeal }) => {
    const share = contentType === "verse" ? 0.7 : 1;
    return random() < appeal * share * generosity;
  });
}
