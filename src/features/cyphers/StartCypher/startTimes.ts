import {
  LEAST_AHEAD_MS,
  MOST_AHEAD_MS,
  QUARTER_MS,
} from "../../../../convex/shared/cyphers";

/** A day on which a cypher can start, with its quarter hours. */
interface StartDay {
  /** The first moment of the day, or the first that is far enough ahead. */
  readonly at: number;
  readonly times: readonly number[];
}

/**
 * Lists the quarter hours at which a live cypher may start, grouped by day in the device's time
 * zone.
 */
export function startDays(now: number): readonly StartDay[] {
  const days = new Map<string, number[]>();
  const first = Math.ceil((now + LEAST_AHEAD_MS) / QUARTER_MS) * QUARTER_MS;
  for (let at = first; at <= now + MOST_AHEAD_MS; at += QUARTER_MS) {
    const day = new Date(at).toDateString();
    const times = days.get(day) ?? [];
    times.push(at);
    days.set(day, times);
  }
  return [...days.values()].map((times) => ({ at: times[0] ?? first, times }));
}

const EVENING_HOUR = 21;

/** The time that is proposed for a day: nine in the evening if possible, otherwise the first. */
export const proposedTime = ({ at, times }: StartDay): number =>
  times.find((time) => new Date(time).getHours() === EVENING_HOUR) ?? at;
