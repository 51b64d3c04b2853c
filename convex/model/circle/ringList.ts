import type { Doc, Id } from "../../_generated/dataModel";
import { isMicFree } from "../../shared/cyphers";
import { MAX_RINGS, MOST_UNREAD, type RingRow } from "../../shared/rings";
import type { ReadCtx } from "../contexts";
import { findProfile } from "../profiles/profiles";

type UserId = Id<"users">;

/** Returns how many rows a person has not read, up to `MOST_UNREAD`. */
export async function countUnread(
  ctx: ReadCtx,
  userId: UserId,
): Promise<number> {
  const unread = await ctx.db
    .query("bell")
    .withIndex("by_userId_and_readAt_and_kind_and_subjectId", (q) =>
      q.eq("userId", userId).eq("readAt", null),
    )
    .take(MOST_UNREAD);
  return unread.length;
}

/** Returns the newest rows of a person's bell, and whether there are more. */
export async function listRings(
  ctx: ReadCtx,
  userId: UserId,
  count: number,
): Promise<{ rings: RingRow[]; hasMore: boolean }> {
  const most = Math.min(Math.max(0, Math.floor(count) || 0), MAX_RINGS);
  const rows = await ctx.db
    .query("bell")
    .withIndex("by_userId_and_at", (q) => q.eq("userId", userId))
    .order("desc")
    .take(Math.min(most + 1, MAX_RINGS));
  const found = await Promise.all(
    rows.slice(0, most).map((row) => findRing(ctx, row)),
  );
  return {
    rings: found.filter((one) => one !== null),
    hasMore: rows.length > most,
  };
}

/**
 * Returns null if the subject of the row, or the person who caused it, is gone.
 */
async function findRing(
  ctx: ReadCtx,
  { _id, kind, subjectId, actorId, count, at, readAt }: Doc<"bell">,
): Promise<RingRow | null> {
  const actor = actorId && (await findProfile(ctx, actorId));
  if (actorId !== null && actor === null) return null;
  const subject = await findSubject(ctx, subjectId);
  if (subject === null && kind !== "followers") return null;
  const name = actor?.username ?? null;
  return { id: _id, kind, count, at, isRead: readAt !== null, name, subject };
}

/** Returns null if the subject is a person, or is gone. */
async function findSubject(
  ctx: ReadCtx,
  subjectId: Doc<"bell">["subjectId"],
): Promise<RingRow["subject"]> {
  const beatId = ctx.db.normalizeId("beats", subjectId);
  const beat = beatId && (await ctx.db.get("beats", beatId));
  const none = {
    ...{ verseId: null, cypherId: null },
    ...{ isMicFree: false, startsAt: null },
  };
  if (beat) return { title: beat.title, beatId: beat._id, ...none };
  const verseId = ctx.db.normalizeId("verses", subjectId);
  const verse = verseId && (await ctx.db.get("verses", verseId));
  if (verse)
    return {
      title: verse.beat.title,
      beatId: verse.beatId,
      ...none,
      verseId: verse._id,
    };
  const cypherId = ctx.db.normalizeId("cyphers", subjectId);
  const cypher = cypherId && (await ctx.db.get("cyphers", cypherId));
  const of = cypher && (await ctx.db.get("beats", cypher.beatId));
  if (!of) return null;
  const about = { title: of.title, beatId: of._id, cypherId: cypher._id };
  const { startsAt = null } = cypher;
  return { ...none, ...about, isMicFree: isMicFree(cypher), startsAt };
}
