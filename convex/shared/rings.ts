import { v, type Infer } from "convex/values";

/** How many rows a person's bell keeps. A new row pushes out the oldest. */
export const MAX_RINGS = 100;
/** The badge counts to 9; this number stands for all higher ones. */
export const MOST_UNREAD = 10;

export const ringKindValidator = v.union(
  v.literal("answer"), // an answer to a verse of mine
  v.literal("verse"), // a verse on my beat
  v.literal("cypherVerse"), // a verse in a cypher that I rapped in
  v.literal("micFree"), // the mic of a cypher that I asked about is free
  // a cypher starts soon: I am in its line, or asked to be reminded
  v.literal("cypherStarts"),
  v.literal("cypherOpened"), // a cypher on my beat
  v.literal("votes"), // votes for something of mine: how many are new
  v.literal("followers"), // followers: how many are new
  v.literal("listens"), // listens to something of mine: how many in all
);
export type RingKind = Infer<typeof ringKindValidator>;

/** The kinds of notifications that a person can switch off. */
export const ringSwitchValidator = v.union(
  v.literal("verses"),
  v.literal("cyphers"),
  v.literal("votes"),
  v.literal("followers"),
  v.literal("listens"),
);
export type RingSwitch = Infer<typeof ringSwitchValidator>;
export const RING_SWITCHES = ringSwitchValidator.members.map(
  ({ value }) => value,
);

export const SWITCH_OF: Record<RingKind, RingSwitch> = {
  answer: "verses",
  verse: "verses",
  cypherVerse: "cyphers",
  micFree: "cyphers",
  cypherStarts: "cyphers",
  cypherOpened: "cyphers",
  votes: "votes",
  followers: "followers",
  listens: "listens",
};

/** A row of the bell. Times are in ms. */
export const ringValidator = v.object({
  id: v.id("bell"),
  kind: ringKindValidator,
  count: v.number(),
  at: v.number(),
  isRead: v.boolean(),
  name: v.union(v.string(), v.null()), // the person who caused it last; null for mere counts
  // What the row is about; null if it is about the person themselves.
  subject: v.union(
    v.object({
      title: v.string(),
      beatId: v.id("beats"),
      verseId: v.union(v.id("verses"), v.null()), // null: no verse
      cypherId: v.union(v.id("cyphers"), v.null()), // null: no cypher
      isMicFree: v.boolean(), // whether the mic of the cypher is free now
      startsAt: v.union(v.number(), v.null()), // null: it was not announced
    }),
    v.null(),
  ),
});
export type RingRow = Infer<typeof ringValidator>;

export const ringListValidator = v.object({
  rings: v.array(ringValidator),
  hasMore: v.boolean(),
});
