import { v, type Infer } from "convex/values";
import { MINUTE_MS, SECOND_MS } from "./limits";
import { personValidator } from "./validators";

/** Rooms of up to this many people show names. */
export const MOST_NAMED = 20;
/** One person is in a room with at most this many tabs and devices. */
export const MOST_SESSIONS = 5;
/** An announced cypher has a room from this long before it starts. */
export const ROOM_BEFORE_MS = 30 * MINUTE_MS;
/** An ended cypher keeps its room for this long. */
export const ROOM_AFTER_MS = 10 * MINUTE_MS;

/**
 * How often the browser of somebody who is in line or has the mic reports that
 * they are here (a heartbeat).
 */
export const LINE_BEAT_MS = 8 * SECOND_MS;
/** Somebody whose browser has missed this many heartbeats has left. */
const BEATS_KEPT = 2.5;

/**
 * How often the browsers of all others report, and how often a room of this
 * size is counted.
 */
const SIZES = [
  { upTo: 50, beatMs: 20 * SECOND_MS, countMs: 5 * SECOND_MS },
  { upTo: 300, beatMs: 30 * SECOND_MS, countMs: 15 * SECOND_MS },
  { upTo: Infinity, beatMs: MINUTE_MS, countMs: 30 * SECOND_MS },
] as const;

const sizeOf = (here: number) =>
  SIZES.find(({ upTo }) => here <= upTo) ?? SIZES[2];

export const beatMsOf = (here: number) => sizeOf(here).beatMs;
export const countMsOf = (here: number) => sizeOf(here).countMs;
export const leaseMsOf = (beatMs: number) => BEATS_KEPT * beatMs;

/** Who is in the room of a live cypher. */
export const roomValidator = v.object({
  here: v.number(),
  people: v.array(personValidator), // those who show their names; empty in a large room
  awayIds: v.array(v.id("users")), // people in line or with the mic who are not in the room
});
export type Room = Infer<typeof roomValidator>;

/** The answer to a heartbeat. */
export const presenceValidator = v.object({
  now: v.number(), // the server's time
  intervalMs: v.number(), // until the next heartbeat
  sessionToken: v.string(), // the secret that ends this stay in the room
});
