import { barStartMs, type Rhythm } from "../../../convex/shared/beatGrid";

/** All times are in ms on the server's clock, places in files in ms too. */
export interface RoomSound {
  readonly rhythm: Rhythm;
  /** This bar of the beat starts then, and the beat repeats from there. Null: nothing rides. */
  readonly ride: { readonly at: number; readonly bar: number } | null;
  readonly verse: RoomVerse | null;
  /** Whether it is quiet after the verse. */
  readonly isEnding?: boolean;
}

/** The verse that is heard next, now, or was heard last. */
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
  /** The same piece has the same key, also once its end is known. */
  readonly key: string;
  /** Null for the beat. */
  readonly verse: RoomVerse | null;
  /** When the start of the file is heard, or would have been. */
  readonly zeroAt: number;
  readonly fromAt: number;
  readonly toAt: number;
}

/**
 * Says what is heard when. It remembers what rode before a verse, because the server tells only what
 * rides after it.
 */
export class RidePlan {
  #ride: Piece | null = null;
  /** What rides after the last verse that was planned, if nobody removes it. */
  #after: Piece | null = null;
  #verseKey: string | null = null;

  /** The pieces from now on, the earliest first. */
  pieces(sound: RoomSound, now: number): Piece[] {
    const { rhythm, ride, verse, isEnding = false } = sound;
    const zeroAt = ride && ride.at - barStartMs(rhythm, ride.bar);
    const heard = verse && verseOf(verse);
    const isOver = heard !== null && heard.toAt <= now;
    if (zeroAt === null) this.#forget();
    else if (!verse || !heard || isOver) this.#free(zeroAt, isOver, now);
    else {
      const isNext = heard.key !== this.#verseKey;
      if (isNext && this.#after) this.#ride = this.#after;
      this.#verseKey = heard.key;
      this.#ride ??= beat(zeroAt, -Infinity);
      const fromAt = verse.isHeard ? heard.toAt : verse.startsAt;
      this.#after = beat(zeroAt, fromAt);
    }
    const before = this.#ride;
    if (!verse || !heard || isOver) return before && !isEnding ? [before] : [];
    const toAt = verse.isHeard ? heard.fromAt : verse.startsAt;
    const all = [
      before && { ...before, toAt },
      verse.isHeard ? heard : null,
      isEnding ? null : this.#after,
    ];
    return all
      .filter((piece) => piece !== null)
      .filter((piece) => piece.toAt > now);
  }

  /** What rides while there is no verse. */
  #free(zeroAt: number, isOver: boolean, now: number): void {
    const after = this.#after;
    if (isOver && after) {
      this.#ride = after;
    } else if (after && after.fromAt > now) {
      this.#ride = beat(zeroAt, now); // the verse was removed
    } else if (after) {
      this.#ride = after;
    } else if (this.#ride?.zeroAt !== zeroAt) {
      this.#ride = beat(zeroAt, -Infinity);
    }
    this.#after = null;
  }

  #forget(): void {
    this.#ride = null;
    this.#after = null;
  }
}

const beat = (zeroAt: number, fromAt: number): Piece => ({
  key: `beat ${zeroAt} ${fromAt}`,
  ...{ verse: null, zeroAt, fromAt, toAt: Infinity },
});

function verseOf(verse: RoomVerse): Piece {
  const { id, startsAt, atMs, durationMs } = verse;
  const zeroAt = startsAt - atMs;
  return {
    key: `verse ${id} ${startsAt}`,
    ...{ verse, zeroAt, fromAt: zeroAt, toAt: zeroAt + durationMs },
  };
}

/** Where in a beat's file a moment is heard, counted through all rounds, in ms. Never in the first round. */
export function placeInRide(
  { zeroAt }: Pick<Piece, "zeroAt">,
  { loopMs }: Pick<Rhythm, "loopMs">,
  at: number,
): number {
  const into = (at - zeroAt) % loopMs;
  return into < 0 ? into + 2 * loopMs : into + loopMs;
}
