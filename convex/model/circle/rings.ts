import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import { MAX_RINGS, SWITCH_OF, type RingKind } from "../../shared/rings";
import { DAY_MS, MAX_VERSES_PER_BEAT, SECOND_MS } from "../../shared/limits";
import { quietRingsOf } from "../accounts/settings";
import { isApart } from "../apart";
import type { ReadCtx, WriteCtx } from "../contexts";
import { findProfile } from "../profiles/profiles";
import { bookTurn } from "../rateLimits/rateLimits";

type UserId = Id<"users">;
type Row = Doc<"bell">;

const KEPT_MS = 90 * DAY_MS;
const ROWS_PER_TURN = 200;
/**
 * A row in the bell is added right after its verse, in the same transaction.
 */
const ROW_AFTER_VERSE_MS = SECOND_MS;
/**
 * At most this many rows about one subject are read. A mic that becomes free
 * notifies the most people, and fewer than this can wait for it.
 */
const MOST_ABOUT_ONE = 1000;

export type Ring = Pick<Row, "userId" | "subjectId" | "actorId"> & {
  kind: RingKind;
  /** How often the event happened. For listens, how many there are in all. */
  count?: number;
};

/**
 * Adds a notification to a person's bell, unless `mayRing` forbids it. If they
 * have an unread row about the same subject, changes that row instead of adding
 * one.
 *
 * Two strangers write the same row only if they ring one person about the same
 * subject: the number on the badge is counted from the rows, and a separate job
 * deletes old rows.
 */
export async function ring(
  ctx: WriteCtx,
  { count = 1, ...event }: Ring,
): Promise<void> {
  if (!(await mayRing(ctx, event))) return;
  const at = Date.now();
  const { userId, actorId } = event;
  const unread = await findUnread(ctx, event);
  if (unread === null) {
    const row = { ...event, count, at, readAt: null };
    await ctx.db.insert("bell", row);
    await ctx.scheduler.runAfter(0, internal.bell.trim, { userId });
    return;
  }
  const isKnown = await isAmongActors(ctx, unread, actorId);
  const isTotal = event.kind === "listens";
  const sum = isTotal ? count : unread.count + (isKnown ? 0 : count);
  await ctx.db.patch("bell", unread._id, { actorId, count: sum, at });
}

/**
 * Returns false for a person's own acts, for somebody who has blocked them or
 * whom they have blocked, for somebody who has rung them often enough today,
 * and for what they have switched off.
 */
async function mayRing(
  ctx: WriteCtx,
  { userId, actorId, kind }: Omit<Ring, "count">,
): Promise<boolean> {
  if (userId === actorId) return false;
  if ((await findProfile(ctx, userId)) === null) return false; // they are leaving
  const quiet = await quietRingsOf(ctx, userId);
  if (quiet.includes(SWITCH_OF[kind])) return false;
  if (actorId === null) return true;
  if (await isApart(ctx, userId, actorId)) return false;
  const who = `${userId} ${actorId}`;
  const turn = { act: "ring", scope: "account", who } as const;
  return (await bookTurn(ctx, turn, 0)) === 0;
}

/**
 * Returns whether a row counts this person already. A row names only the latest
 * person; the others are found by the verses that they published since the row
 * was added.
 */
async function isAmongActors(
  ctx: ReadCtx,
  row: Row,
  actorId: UserId | null,
): Promise<boolean> {
  if (actorId === null) return false;
  if (row.actorId === actorId) return true;
  const since = row._creationTime - ROW_AFTER_VERSE_MS;
  const own = (await versesOn(ctx, row)).filter(
    ({ rapperId, _creationTime }) =>
      rapperId === actorId && _creationTime >= since,
  );
  return own.length > 1; // the verse that rings now is one of them
}

/**
 * Returns the verses that may count in a row about answers or about verses on a
 * beat.
 */
async function versesOn(
  ctx: ReadCtx,
  { kind, subjectId, userId }: Row,
): Promise<Doc<"verses">[]> {
  if (kind === "answer")
    return ctx.db
      .query("verses")
      .withIndex("by_answersId_and_createdAt", (q) =>
        q.eq("answersId", subjectId as Id<"verses">),
      ) // these rows are about verses
      .take(MAX_VERSES_PER_BEAT);
  if (kind !== "verse") return [];
  const verses = await ctx.db
    .query("verses")
    .withIndex("by_beatId_and_createdAt", (q) =>
      q.eq("beatId", subjectId as Id<"beats">),
    ) // these rows are about beats
    .take(MAX_VERSES_PER_BEAT);
  // Answers to the producer's own verses have a row of their own.
  return verses.filter(({ answersRapperId }) => answersRapperId !== userId);
}

const findUnread = (ctx: ReadCtx, { userId, kind, subjectId }: Ring) =>
  ctx.db
    .query("bell")
    .withIndex("by_userId_and_readAt_and_kind_and_subjectId", (q) =>
      q
        .eq("userId", userId)
        .eq("readAt", null)
        .eq("kind", kind)
        .eq("subjectId", subjectId),
    )
    .unique();

/** Deletes all rows of a person's bell but the newest hundred. */
export async function trimRings(ctx: WriteCtx, userId: UserId): Promise<void> {
  const rows = await ctx.db
    .query("bell")
    .withIndex("by_userId_and_at", (q) => q.eq("userId", userId))
    .order("desc")
    .take(MAX_RINGS + ROWS_PER_TURN);
  await removeRows(ctx, rows.slice(MAX_RINGS));
}

/** Marks as read the rows that a person has seen, up to a time. */
export async function markRead(
  ctx: WriteCtx,
  userId: UserId,
  upTo: number,
): Promise<void> {
  const unread = await ctx.db
    .query("bell")
    .withIndex("by_userId_and_readAt_and_kind_and_subjectId", (q) =>
      q.eq("userId", userId).eq("readAt", null),
    )
    .take(MAX_RINGS + ROWS_PER_TURN);
  const readAt = Date.now();
  const seen = unread.filter(({ at }) => at <= upTo);
  for (const { _id } of seen) await ctx.db.patch("bell", _id, { readAt });
}

/** Deletes the rows about a subject that is being removed. */
export async function silence(
  ctx: WriteCtx,
  subjectId: Row["subjectId"],
): Promise<void> {
  const rows = await ctx.db
    .query("bell")
    .withIndex("by_subjectId", (q) => q.eq("subjectId", subjectId))
    .take(MOST_ABOUT_ONE);
  await removeRows(ctx, rows);
}

/** Deletes the rows that tell one of two people about the other. */
export async function silenceBetween(
  ctx: WriteCtx,
  one: UserId,
  other: UserId,
): Promise<void> {
  for (const [userId, actorId] of [
    [one, other],
    [other, one],
  ] as const) {
    const rows = await ctx.db
      .query("bell")
      .withIndex("by_userId_and_actorId", (q) =>
        q.eq("userId", userId).eq("actorId", actorId),
      )
      .take(MAX_RINGS + ROWS_PER_TURN);
    await removeRows(ctx, rows);
  }
}

/**
 * Deletes the rows of a person's bell, and the rows about them in other bells.
 * Returns whether there may be more.
 */
export async function removeRingsOf(
  ctx: WriteCtx,
  userId: UserId,
): Promise<boolean> {
  const own = await ctx.db
    .query("bell")
    .withIndex("by_userId_and_at", (q) => q.eq("userId", userId))
    .take(ROWS_PER_TURN);
  await removeRows(ctx, own);
  const ofThem = await ctx.db
    .query("bell")
    .withIndex("by_actorId", (q) => q.eq("actorId", userId))
    .take(ROWS_PER_TURN);
  await removeRows(ctx, ofThem);
  return own.length + ofThem.length > 0;
}

/** Deletes rows that are older than 90 days, in batches. */
export async function purgeRings(ctx: WriteCtx): Promise<void> {
  const rows = await ctx.db
    .query("bell")
    .withIndex("by_at", (q) => q.lt("at", Date.now() - KEPT_MS))
    .take(ROWS_PER_TURN);
  await removeRows(ctx, rows);
  if (rows.length === ROWS_PER_TURN)
    await ctx.scheduler.runAfter(0, internal.bell.purge, {});
}

async function removeRows(ctx: WriteCtx, rows: readonly Row[]): Promise<void> {
  for (const { _id } of rows) await ctx.db.delete("bell", _id);
}
