import { v, type Infer } from "convex/values";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "./limits";
import {
  beatSummaryValidator,
  personValidator,
  verseSummaryValidator,
} from "./validators";

/** After so many verses a cypher is complete. */
export const MOST_VERSES = 12;
/** One person can have so many cyphers going. */
export const MOST_HOSTED = 2;
/**
 * Whoever has had the mic for so many turns without a verse gets no other one in
 * that cypher. One that is put down early counts by the part that is over.
 */
export const MOST_MISSED = 2;
/** So many people can wait for one mic. */
export const MOST_WAITING = 200;
/** The page of a beat lists so many cyphers that have ended. */
export const MOST_EARLIER = 10;

/** How long a turn lasts. */
export const MIC_MS = 6 * HOUR_MS;
/** While a take arrives, its turn lasts for so long after each piece. */
export const PIECE_MS = 90 * SECOND_MS;
/** But no longer than this beyond its time. */
export const MOST_BEYOND_MS = 30 * MINUTE_MS;
/** A job that runs later than this says that the server was down. */
export const LATE_MS = 15 * SECOND_MS;
/** A turn gets back so much of that time, once. */
export const MOST_GIVEN_BACK_MS = 10 * MINUTE_MS;
/** A turn that is over for so long has no job any more. */
export const LOST_MS = HOUR_MS;
/** A cypher ends if nobody takes the mic for so long. */
export const IDLE_MS = 14 * DAY_MS;
/** The take of a turn may be so much longer or shorter than its bars. */
export const LENGTH_SLACK_MS = 1_500;

export const cypherBarsValidator = v.union(v.literal(8), v.literal(16));
export type CypherBars = Infer<typeof cypherBarsValidator>;
export const CYPHER_BARS = cypherBarsValidator.members.map(
  ({ value }) => value,
);
export const DEFAULT_CYPHER_BARS: CypherBars = 16;

/** Why a cypher ended, or ends with the turn that is under way. */
export const cypherEndValidator = v.union(
  v.literal("complete"), // it has all its verses, or the beat has
  v.literal("host"), // whoever started it ended it
  v.literal("producer"), // of the beat
  v.literal("moderator"),
  v.literal("idle"), // nobody took the mic
);
export type CypherEnd = Infer<typeof cypherEndValidator>;

/** Whether anybody may have the mic of a cypher. */
export const isMicFree = (cypher: {
  status: "open" | "ended";
  micUserId: string | null;
}): boolean => cypher.status === "open" && cypher.micUserId === null;

/** The turn that a take is for. */
export const turnValidator = v.object({
  cypherId: v.id("cyphers"),
  turnNo: v.number(),
});
export type Turn = Infer<typeof turnValidator>;

/** A cypher with its chain. Times are in ms. */
export const cypherValidator = v.object({
  id: v.id("cyphers"),
  beat: beatSummaryValidator,
  bars: cypherBarsValidator,
  isOpen: v.boolean(),
  endReason: v.union(cypherEndValidator, v.null()), // null: it goes on
  host: v.union(personValidator, v.null()), // null: the account is gone
  turnNo: v.number(),
  mic: v.union(
    v.object({
      holder: personValidator,
      dueAt: v.number(),
      isSending: v.boolean(), // the take of a turn whose time is up
    }),
    v.null(), // it is free
  ),
  nextStartBar: v.number(), // where the next verse starts
  verses: v.array(verseSummaryValidator), // the oldest first
});
export type CypherPage = Infer<typeof cypherValidator>;

/** What the page of a beat says of its cyphers. */
export const cyphersOnBeatValidator = v.object({
  open: v.union(
    v.object({
      id: v.id("cyphers"),
      holder: v.union(personValidator, v.null()), // null: the mic is free
    }),
    v.null(),
  ),
  earlier: v.array(
    v.object({
      id: v.id("cyphers"),
      endedAt: v.number(),
      verseCount: v.number(),
    }),
  ),
});
export type CyphersOnBeat = Infer<typeof cyphersOnBeatValidator>;

/** The cypher that /home leads to. */
export const newestCypherValidator = v.object({
  id: v.id("cyphers"),
  title: v.string(),
  holder: v.union(personValidator, v.null()), // null: the mic is free
});

/** What a person can do in a cypher. */
export const ownCypherValidator = v.object({
  mayTake: v.boolean(), // if the mic is free
  /** Why a person who may record gets no mic here; null if another reason. */
  reason: v.union(
    v.literal("MIC_TWICE"),
    v.literal("MIC_OTHER"),
    v.literal("MIC_MISSED"),
    v.literal("VERSE_LIMIT_REACHED"),
    v.null(),
  ),
  mayWait: v.boolean(), // for the mic that somebody has
  isWaiting: v.boolean(),
  isMailed: v.boolean(), // too, when the mic is free
  mayEnd: v.boolean(),
});
export type OwnCypher = Infer<typeof ownCypherValidator>;
