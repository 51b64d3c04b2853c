import type { Doc, Id } from "../../_generated/dataModel";
import { GOING, MOST_HOSTED, type Pace } from "../../shared/cyphers";
import type { ReadCtx } from "../contexts";

/** Returns the cypher that is going or announced on a beat; there is at most one. */
export async function findGoingOn(
  ctx: ReadCtx,
  beatId: Id<"beats">,
): Promise<Doc<"cyphers"> | null> {
  for (const status of GOING) {
    const cypher = await ctx.db
      .query("cyphers")
      .withIndex("by_beatId_and_status", (q) =>
        q.eq("beatId", beatId).eq("status", status),
      )
      .unique();
    if (cypher) return cypher;
  }
  return null;
}

/** Returns how many cyphers of a person are going or announced. */
export async function countHosted(
  ctx: ReadCtx,
  hostId: Id<"users">,
): Promise<number> {
  let count = 0;
  for (const status of GOING) {
    const hosted = await ctx.db
      .query("cyphers")
      .withIndex("by_hostId_and_status", (q) =>
        q.eq("hostId", hostId).eq("status", status),
      )
      .take(MOST_HOSTED);
    count += hosted.length;
  }
  return count;
}

/** Whether the mic goes along a line. */
export const isLive = ({ pace }: { readonly pace?: Pace }): boolean =>
  pace === "live";

/**
 * Returns the pace of a cypher and, if it has not started yet, when it starts.
 */
export const announcementOf = ({
  pace = "slow",
  status,
  startsAt,
}: Doc<"cyphers">) => ({
  pace,
  startsAt: (status === "announced" && startsAt) || null,
});

/** Returns whether a cypher is announced for a time that is still to come. */
export const isAhead = ({ status, startsAt = 0 }: Doc<"cyphers">): boolean =>
  status === "announced" && startsAt > Date.now();
