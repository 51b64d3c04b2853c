import type { Doc, Id } from "../../_generated/dataModel";
import { barFrom, barStartMs, type Rhythm } from "../../shared/beatGrid";
import {
  DROP_MS,
  DROP_MS_PER_PERSON,
  MOST_DROP_MS,
  type Playing,
  type Ride,
} from "../../shared/cyphers";

type Heard = Pick<Doc<"cyphers">, "before" | "playing">;

/** Returns the verses that a room hears one after the other, the oldest first. */
export const heardIn = ({ before = [], playing }: Heard): Playing[] =>
  playing ? [...before, playing] : before;

/** Returns what the room hears without a verse that is gone. */
export function heardWithout(heard: Heard, verseId: Id<"verses">): Heard {
  const left = heardIn(heard).filter((verse) => verse.verseId !== verseId);
  return { before: left.slice(0, -1), playing: left.at(-1) };
}

interface Room {
  rhythm: Rhythm;
  ride: Ride;
  /** When the previous verse ends; 0 if there is none. */
  endsAt: number;
  here: number;
}

/**
 * Returns when a room hears a verse that is published now, in ms since 1970: on
 * a bar line of the running beat, once everybody has had time to load the
 * verse, and after the previous verse.
 */
export function dropAt({ rhythm, ride, endsAt, here }: Room, now: number) {
  const loadMs = Math.min(DROP_MS + DROP_MS_PER_PERSON * here, MOST_DROP_MS);
  const earliest = Math.max(now + loadMs, endsAt);
  const rideFromMs = barStartMs(rhythm, ride.bar);
  const bar = barFrom(rhythm, rideFromMs + earliest - ride.at);
  return Math.round(ride.at + barStartMs(rhythm, bar) - rideFromMs);
}
