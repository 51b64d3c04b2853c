/** Announces a live cypher for the next Friday at nine in the evening, with people in its line. */
import { DAY_MS, HOUR_MS } from "../../convex/shared/limits.ts";
import type { Member } from "./member.ts";
import { openCypher, setLine } from "./publishFunctions.ts";

const FRIDAY = 5;
/** 21:00 in India, as the time since midnight UTC. */
const NINE_MS = 15.5 * HOUR_MS;
const BARS = 8;

/** Returns the next Friday, 21:00 in India, at least an hour ahead. */
export function nextFriday(now: number): number {
  const earliest = now + HOUR_MS;
  const today = Math.floor(earliest / DAY_MS) * DAY_MS;
  const days = (FRIDAY - new Date(today).getUTCDay() + 7) % 7;
  const friday = today + days * DAY_MS + NINE_MS;
  return friday < earliest ? friday + 7 * DAY_MS : friday;
}

/** The producer of the beat starts the cypher, so that no rapper starts two within an hour. */
export async function announceCypher(
  producer: Member,
  beatId: string,
  rappers: readonly Member[],
): Promise<void> {
  const startsAt = nextFriday(Date.now());
  const cypherId = await producer.client.mutation(openCypher, {
    ...{ beatId, bars: BARS, pace: "live", startsAt },
  });
  for (const { client } of rappers)
    await client.mutation(setLine, { cypherId, isInLine: true });
}
