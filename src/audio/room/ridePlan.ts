import { barStartMs, type Rhythm } from "../../../convex/shared/beatGrid";

/** All times are in ms on the server's clock, places in files in ms too. */
export interface RoomSound {
  readonly rhythm: Rhythm;
  /** This bar of the beat starts then, and the beat repeats from there. Null: nothing rides. */
  readonly ride: { readonly at: number; readonly bar: number } | null;
  /** They are heard one after the other, the earliest first. */
  readonly verses: readonly RoomVerse[];
  /** Whether it is quiet after the last verse. */
  readonly isEnding?: boolean;
}

/** A verse that was heard, is heard now, or comes next. */
export interface RoomVerse {
  readonly id: string;
  readonly url: string;
  readonly durationMs: number;
  /** At this time, this place of its file is heard: its first bar. */
  readonly startsAt: number;
  readonly atMs: number;
  /** False while it cannot be heard here. The beat rides on instead. */
  readonly isHeard: boolean;
}

/** Something that sounds from one moment to another. */
export interface Piece {
  /** A piece keeps its key, even once its end is known. */
  readonly key: string;
  /** Null for the beat. */
  readonly verse: RoomVerse | null;
  /** When the start of the file is heard, or would have been. */
  readonly zeroAt: number;
  readonly fromAt: number;
  readonly toAt: number;
}

/** A verse from its first sound to its last, and when the beat is heard again. */
interface Span {
  readonly piece: Piece;
  readonly freeAt: number;
}

/**
 * Says what is heard when. It remembers what rode before a verse, because the server tells only what
 * rides after the newest one.
 */
export class RidePlan {
  #ride: Piece | null = null;
  /** What rides after each verse that is still to be heard, by the key of its piece. */
  readonly #afters = new Map<string, Piece>();

  /** The pieces from now on, the earliest first. */
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

/** Where in a beat's file a moment is heard, counted through all rounds, in ms. Never in the first round. */
export function placeInRide(
  { zeroAt }: Pick<Piece, "zeroAt">,
  { loopMs }: Pick<Rhythm, "loopMs">,
  at: number,
): number {
  const into = (at - zeroAt) % loopMs;
  return into < 0 ? into + 2 * loopMs : into + loopMs;
}
