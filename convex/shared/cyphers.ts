import { v, type Infer } from "convex/values";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "./limits";
import {
  beatSummaryValidator,
  personValidator,
  verseSummaryValidator,
} from "./validators";

/** A cypher is complete after this many verses. */
export const MOST_VERSES = 12;
/** One person can have this many cyphers going. */
export const MOST_HOSTED = 2;
/**
 * Somebody who has had the mic for this many turns without a verse does not get
 * it again in that cypher. A turn that ends early counts only in part.
 */
export const MOST_MISSED = 2;
/** This many people can wait for one mic. */
export const MOST_WAITING = 200;
/** The page of a beat lists this many cyphers that have ended. */
export const MOST_EARLIER = 10;
/** This many people can be in one line. */
export const MOST_IN_LINE = 20;

/** How long a turn lasts. */
export const MIC_MS = 6 * HOUR_MS;
/** While a take arrives, its turn lasts for this long after each piece. */
export const PIECE_MS = 90 * SECOND_MS;
/**
 * While a take arrives, its turn lasts at most this long after its time is up.
 */
export const MOST_BEYOND_MS = 30 * MINUTE_MS;
/** If a job runs later than this, the server was down. */
export const LATE_MS = 15 * SECOND_MS;
/**
 * A turn gets back at most this much of the time that the server was down,
 * once.
 */
export const MOST_GIVEN_BACK_MS = 10 * MINUTE_MS;
/** A turn that should have ended this long ago has lost its job. */
export const LOST_MS = HOUR_MS;
/** A cypher ends if nobody takes the mic for this long. */
export const IDLE_MS = 14 * DAY_MS;

/**
 * The length of a turn in a live cypher, counted from the end of the previous
 * verse.
 */
export const LIVE_MIC_MS = 3 * MINUTE_MS;
/** Like `MOST_BEYOND_MS`, in a live cypher. */
export const LIVE_MOST_BEYOND_MS = 3 * MINUTE_MS;
/**
 * If the person with the mic is not in the room this long after their turn
 * began, they lose it.
 */
export const NO_SHOW_MS = 45 * SECOND_MS;
/** A live cypher ends if nobody takes the mic for this long. */
export const LIVE_IDLE_MS = 10 * MINUTE_MS;
/**
 * A live cypher can be announced for a full quarter of an hour, within these
 * times from now.
 */
export const QUARTER_MS = 15 * MINUTE_MS;
export const LEAST_AHEAD_MS = 15 * MINUTE_MS;
export const MOST_AHEAD_MS = 14 * DAY_MS;
/**
 * People in line, and those who asked, are reminded this long before the start.
 */
export const REMIND_MS = 15 * MINUTE_MS;
/**
 * In a live cypher, a verse starts at least this long after it was published.
 */
export const DROP_MS = 4 * SECOND_MS;
/**
 * For each person in the room, a verse starts this much later, because all of
 * them load it.
 */
export const DROP_MS_PER_PERSON = 11;
export const MOST_DROP_MS = 15 * SECOND_MS;
/** The take of a turn may be this much longer or shorter than its bars. */
export const LENGTH_SLACK_MS = 1_500;

export const cypherBarsValidator = v.union(v.literal(8), v.literal(16));
export type CypherBars = Infer<typeof cypherBarsValidator>;
export const CYPHER_BARS = cypherBarsValidator.members.map(
  ({ value }) => value,
);
export const DEFAULT_CYPHER_BARS: CypherBars = 16;

/**
 * In a slow cypher, anybody takes the free mic. In a live one, the mic goes
 * along a line, and all hear the verses together.
 */
export const paceValidator = v.union(v.literal("slow"), v.literal("live"));
export type Pace = Infer<typeof paceValidator>;

/**
 * A verse that a room hears. Its bars sound from `startsAt` to `endsAt`, in
 * server time.
 */
export const playingValidator = v.object({
  verseId: v.id("verses"),
  startsAt: v.number(),
  endsAt: v.number(),
});
export type Playing = Infer<typeof playingValidator>;

/**
 * Where the beat of a room is: the bar `bar`, counted from 1, starts at the
 * server time `at`, and the beat loops before and after that.
 */
export const rideValidator = v.object({ at: v.number(), bar: v.number() });
export type Ride = Infer<typeof rideValidator>;

/** Why a cypher ended, or will end after the present turn. */
export const cypherEndValidator = v.union(
  v.literal("complete"), // it has all its verses, or the beat has
  v.literal("host"), // whoever started it ended it
  v.literal("producer"), // the producer of the beat ended it
  v.literal("moderator"),
  v.literal("idle"), // nobody took the mic
);
export type CypherEnd = Infer<typeof cypherEndValidator>;

/** The states of a cypher that has not ended. */
export const goingStatusValidator = v.union(
  v.literal("open"),
  v.literal("announced"),
);
export type GoingStatus = Infer<typeof goingStatusValidator>;
export const GOING = goingStatusValidator.members.map(({ value }) => value);

export const cypherStatusValidator = v.union(
  ...goingStatusValidator.members,
  v.literal("ended"),
);

/** Whether anybody may have the mic of a cypher. */
export const isMicFree = (cypher: {
  status: Infer<typeof cypherStatusValidator>;
  micUserId: string | null;
}): boolean => cypher.status === "open" && cypher.micUserId === null;

/** The turn that a take is for. */
export const turnValidator = v.object({
  cypherId: v.id("cyphers"),
  turnNo: v.number(),
});
export type Turn = Infer<typeof turnValidator>;

/** A mail about a mic. `attempt` counts the tries to send it, from 1. */
export const micMailValidator = v.object({
  cypherId: v.id("cyphers"),
  userId: v.id("users"),
  attempt: v.number(),
});
export type MicMail = Infer<typeof micMailValidator>;

/** A cypher with its verses. Times are in ms. */
export const cypherValidator = v.object({
  id: v.id("cyphers"),
  beat: beatSummaryValidator,
  bars: cypherBarsValidator,
  pace: paceValidator,
  startsAt: v.union(v.number(), v.null()), // null once it has started, or if it was not announced
  isOpen: v.boolean(),
  endReason: v.union(cypherEndValidator, v.null()), // null: it goes on
  host: v.union(personValidator, v.null()), // null: the account is gone
  turnNo: v.number(),
  mic: v.union(
    v.object({
      holder: personValidator,
      dueAt: v.number(),
      isSending: v.boolean(), // the time is up, but the take is still arriving
    }),
    v.null(), // it is free
  ),
  nextStartBar: v.number(), // the bar at which the next verse starts
  line: v.array(personValidator), // in order
  playing: v.union(playingValidator, v.null()), // the newest verse that the room hears
  before: v.array(playingValidator), // earlier verses that it may still hear, in order
  ride: v.union(rideValidator, v.null()), // null: not live
  verses: v.array(verseSummaryValidator), // the oldest first
});
export type CypherPage = Infer<typeof cypherValidator>;

/** A link to a cypher that is going or announced. */
const goingCypherValidator = v.object({
  id: v.id("cyphers"),
  holder: v.union(personValidator, v.null()), // null: the mic is free
  startsAt: v.union(v.number(), v.null()), // null: it is open
  isLive: v.boolean(), // it is open, and all hear it together
});
export type GoingCypher = Infer<typeof goingCypherValidator>;

/** The cyphers that the page of a beat lists. */
export const cyphersOnBeatValidator = v.object({
  open: v.union(goingCypherValidator, v.null()),
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
  ...goingCypherValidator.fields,
  title: v.string(), // title of the beat
});

/** What a person can do in a cypher. */
export const ownCypherValidator = v.object({
  mayTake: v.boolean(), // if the mic is free, and this person may have it
  mayJoin: v.boolean(), // may get in line
  isInLine: v.boolean(),
  /** Why a person who may record gets no mic here; null if another reason. */
  reason: v.union(
    v.literal("MIC_TWICE"),
    v.literal("MIC_OTHER"),
    v.literal("MIC_MISSED"),
    v.literal("VERSE_LIMIT_REACHED"),
    v.literal("LINE_FULL"),
    v.null(),
  ),
  mayWait: v.boolean(), // for the mic while somebody has it, or for the announced time
  isWaiting: v.boolean(),
  isMailed: v.boolean(), // also by mail
  mayEnd: v.boolean(),
});
export type OwnCypher = Infer<typeof ownCypherValidator>;
