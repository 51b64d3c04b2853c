import { barStartMs, type Rhythm } from "../../../convex/shared/beatGrid";

/**
 * What a room plays. Its beat loops all the time (the "ride"), except while a verse is heard. All
 * times are in ms: `at` and `startsAt` on the server's clock, places in files from the start of the
 * file.
 */
export interface RoomSound {
  readonly rhythm: Rhythm;
  /**
   * The bar of the beat that starts at time `at`; the beat loops from there. Null if no beat is
   * played.
   */
  readonly ride: { readonly at: number; readonly bar: number } | null;
  /** The verses that are heard one after the other, earliest first. */
  readonly verses: readonly RoomVerse[];
  /** Whether it stays quiet after the last verse. */
  readonly isEnding?: boolean;
}

/** A verse that was heard, is heard now, or comes next. */
export interface RoomVerse {
  readonly id: string;
  readonly url: string;
  readonly durationMs: number;
  /** The time when the verse's first bar is heard; `atMs` is its place in the file. */
  readonly startsAt: number;
  readonly atMs: number;
  /** False while the verse cannot be played on this device. The beat goes on instead. */
  readonly isHeard: boolean;
}

/** Something that is heard from `fromAt` to `toAt`. */
export interface Piece {
  /** Stays the same when the end of the piece becomes known. */
  readonly key: string;
  /** Null for the beat. */
  readonly verse: RoomVerse | null;
  /** When the start of the file is heard, or would have been heard. */
  readonly zeroAt: number;
  readonly fromAt: number;
  readonly toAt: number;
}

/** A verse from its first sound to its last, and the time when the beat is heard again. */
interface Span {
  readonly piece: Piece;
  readonly freeAt: number;
}

/**
 * Plans what is heard when. Remembers which ride was heard before a verse, because the server only
 * names the ride after the newest verse.
 */
export class RidePlan {
  #ride: Piece | null = null;
  /** The ride after each verse that is not over, by the key of the verse's piece. */
  readonly #afters = new Map<string, Piece>();

  /** Returns the pieces that are heard from now, earliest first. */
  pieces(sound: RoomSound, now: number): Piece[] {
    const { rhythm, ride, verses, isEnding = false } = sound;
    const ahead = verses.map(spanOf).filter(({ piece }) => piece.toAt > now);
    if (ride) this.#follow(ahead, ride.at - barStartMs(rhythm, ride.bar), now);
    else this.#forget();
    const all = [
      this.#ride,
      ...ahead.flatMap(({ piece }) => [
        ...(piece.verse?.isHeard ? [piece] : []),
        this.#afters.get(piece.key) ?? null,
      ]),
    ].filter((piece) => piece !== null);
    const last = isEnding && all.at(-1)?.verse === null ? all.at(-1) : null;
    return oneByOne(all).filter(
      ({ key, fromAt, toAt }) =>
        toAt > Math.max(now, fromAt) && key !== last?.key,
    );
  }

  #follow(ahead: readonly Span[], zeroAt: number, now: number): void {
    for (const [key, after] of this.#afters) {
      if (ahead.some(({ piece }) => piece.key === key)) continue;
      // The verse is over, or was removed.
      this.#ride = after.fromAt <= now ? after : beat(zeroAt, now);
      this.#afters.delete(key);
    }
    const newest = ahead.at(-1)?.piece;
    if (!this.#ride || (!newest && this.#ride.zeroAt !== zeroAt))
      this.#ride = beat(zeroAt, -Infinity);
    for (const { piece, freeAt } of ahead) {
      const known = piece === newest ? null : this.#afters.get(piece.key);
      this.#afters.set(piece.key, beat(known?.zeroAt ?? zeroAt, freeAt));
    }
  }

  #forget(): void {
    this.#ride = null;
    this.#afters.clear();
  }
}

const beat = (zeroAt: number, fromAt: number): Piece => ({
  key: `beat ${zeroAt} ${fromAt}`,
  ...{ verse: null, zeroAt, fromAt, toAt: Infinity },
});

function spanOf(verse: RoomVerse): Span {
  const { id, startsAt, atMs, durationMs, isHeard } = verse;
  const zeroAt = startsAt - atMs;
  const toAt = zeroAt + durationMs;
  return {
    piece: {
      key: `verse ${id} ${startsAt}`,
      ...{ verse, zeroAt, fromAt: zeroAt, toAt },
    },
    freeAt: isHeard ? toAt : startsAt,
  };
}

/** Ends each piece where the next one starts. */
const oneByOne = (pieces: readonly Piece[]): Piece[] =>
  pieces.map((piece, index) => {
    const starts = pieces.slice(index + 1).map(({ fromAt }) => fromAt);
    return { ...piece, toAt: Math.min(piece.toAt, ...starts) };
  });

/**
 * Returns the place in a looping beat that is heard at a moment, in ms counted through all loops.
 * Never in the first pass, which may have a sound before the loop.
 */
export function placeInRide(
  { zeroAt }: Pick<Piece, "zeroAt">,
  { loopMs }: Pick<Rhythm, "loopMs">,
  at: number,
): number {
  const into = (at - zeroAt) % loopMs;
  return into < 0 ? into + 2 * loopMs : into + loopMs;
}
