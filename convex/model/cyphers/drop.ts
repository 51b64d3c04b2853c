import { barFrom, barStartMs, type Rhythm } from "../../shared/beatGrid";
import {
  DROP_MS,
  DROP_MS_PER_PERSON,
  MOST_DROP_MS,
  type Ride,
} from "../../shared/cyphers";

interface Room {
  rhythm: Rhythm;
  ride: Ride;
  /** When the verse before has ended; 0 if there is none. */
  endsAt: number;
  here: number;
}

/**
 * Returns when a verse that is published now starts in a room: on a bar line of the
 * riding beat, when all have had time to load it, and after the verse before.
 */
export function dropAt({ rhythm, ride, endsAt, here }: Room, now: number) {
  const loadMs = Math.min(DROP_MS + DROP_MS_PER_PERSON * here, MOST_DROP_MS);
  const earliest = Math.max(now + loadMs, endsAt);
  const rideFromMs = barStartMs(rhythm, ride.bar);
  const bar = barFrom(rhythm, rideFromMs + earliest - ride.at);
  return Math.round(ride.at + barStartMs(rhythm, bar) - rideFromMs);
}
