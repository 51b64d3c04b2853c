import { v, type Infer } from "convex/values";
import { beatSummaryValidator, verseSummaryValidator } from "./validators";

/** One person can follow at most this many people. */
export const MAX_FOLLOWS = 500;
/** The line about news counts no further than this. */
export const MOST_NEWS = 20;

/** What the viewer can do about a person. */
export const followStateValidator = v.union(
  v.literal("follows"),
  v.literal("may"),
  v.literal("never"),
);

export const followCountsValidator = v.object({
  followers: v.number(),
  following: v.number(),
});

/** Someone whom the viewer follows, with the newest of their works. */
export const followedValidator = v.object({
  userId: v.id("users"),
  username: v.string(),
  beat: v.union(beatSummaryValidator, v.null()),
  verse: v.union(verseSummaryValidator, v.null()),
});
export type Followed = Infer<typeof followedValidator>;

export const followedListValidator = v.object({
  people: v.array(followedValidator),
  hasMore: v.boolean(),
});
