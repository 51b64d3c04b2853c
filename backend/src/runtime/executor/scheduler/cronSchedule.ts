/** Computes when a cron of `crons.ts` runs next. All times are in UTC. */
import { Cron } from "croner";
import type {
  ConvexJson,
  ConvexJsonObject,
} from "../../../values/convexJson.ts";

const DAYS = [
  "sunday",
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
];

/**
 * Returns the first date after `now`, in ms. An interval counts from
 * `lastRunAt`, so that the duration of a run does not shift the next one.
 * `lastRunAt` is null for a cron that has never run; an interval then starts
 * now.
 */
export function nextRunAt(
  schedule: ConvexJsonObject,
  lastRunAt: number | null,
  now: number,
): number {
  if (schedule.type === "interval") {
    if (lastRunAt === null) return now;
    const everyMs = intervalMs(schedule);
    const missed = Math.floor(Math.max(0, now - lastRunAt) / everyMs);
    return lastRunAt + (missed + 1) * everyMs;
  }
  const pattern = cronPattern(schedule);
  const next = new Cron(pattern, { timezone: "UTC", paused: true }).nextRun(
    new Date(now),
  );
  if (next === null) throw new Error(`The cron '${pattern}' never runs.`);
  return next.getTime();
}

function intervalMs(schedule: ConvexJsonObject): number {
  const seconds =
    numberOf(schedule.seconds) +
    numberOf(schedule.minutes) * 60 +
    numberOf(schedule.hours) * 3600;
  if (seconds <= 0) throw new Error("The interval of a cron must be positive.");
  return seconds * 1000;
}

function cronPattern(schedule: ConvexJsonObject): string {
  const minute = numberOf(schedule.minuteUTC);
  const hour = numberOf(schedule.hourUTC);
  switch (schedule.type) {
    case "hourly":
      return `${minute} * * * *`;
    case "daily":
      return `${minute} ${hour} * * *`;
    case "weekly":
      return `${minute} ${hour} * * ${dayOfWeek(schedule.dayOfWeek)}`;
    case "monthly":
      return `${minute} ${hour} ${numberOf(schedule.day)} * *`;
    case "cron":
      return textOf(schedule.cron);
    default:
      throw new Error(`Unknown cron schedule: ${JSON.stringify(schedule)}.`);
  }
}

function dayOfWeek(name: ConvexJson | undefined): number {
  const day = DAYS.indexOf(textOf(name));
  if (day === -1) throw new Error(`Unknown day of the week: ${textOf(name)}.`);
  return day;
}

function textOf(value: ConvexJson | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}

function numberOf(value: ConvexJson | undefined): number {
  return typeof value === "number" ? value : 0;
}
