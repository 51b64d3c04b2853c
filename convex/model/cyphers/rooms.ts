import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import { MINUTE_MS, SECOND_MS } from "../../shared/limits";
import {
  beatMsOf,
  countMsOf,
  leaseMsOf,
  LINE_BEAT_MS,
  MOST_NAMED,
  type Room,
  ROOM_AFTER_MS,
  ROOM_BEFORE_MS,
} from "../../shared/rooms";
import { loadSettings } from "../accounts/settings";
import { findSuspension } from "../accounts/standing";
import type { ReadCtx, WriteCtx } from "../contexts";
import { appError } from "../errors";
import { usernameOf } from "../profiles/profiles";
import { isLive } from "./going";
import {
  dropLeases,
  findRoom,
  hasLive,
  leasesIn,
  leasesOf,
  renewLease,
} from "./leases";
import { lineOf } from "./line";
import { findPerson } from "./people";

/**
 * Who is in the room of a live cypher. Each open tab renews its lease from time
 * to time (a heartbeat); no query that pages watch reads these rows. A job
 * counts them now and then, and writes the row that all pages read, if
 * something has changed.
 */
type CypherId = Id<"cyphers">;
type UserId = Id<"users">;
type Row = Doc<"rooms">;

const ROWS_PER_TURN = 500;
/** In a room of more people than this, a small change is not shown at once. */
const LARGE = 100;
const LARGE_CHANGE = 0.05;
/** The row notes that the room is still being counted, at most this often. */
const NOTED_MS = 30 * SECOND_MS;
/** A count that is this late will not come. */
const LOST_MS = MINUTE_MS;

/** Returns how many people were in a room at the last count. */
export const countHere = async (
  ctx: ReadCtx,
  cypherId: CypherId,
): Promise<number> => (await findRoom(ctx, cypherId))?.here ?? 0;

/** Returns who is in a room. Names only people whose settings allow it. */
export async function findPeopleIn(ctx: ReadCtx, text: string): Promise<Room> {
  const cypherId = ctx.db.normalizeId("cyphers", text);
  const room = cypherId && (await findRoom(ctx, cypherId));
  if (!room) return { here: 0, people: [], awayIds: [] };
  const { here, people, awayIds } = room;
  const shown = await Promise.all(
    people.map(async (userId) =>
      (await showsName(ctx, userId))
        ? { userId, username: await usernameOf(ctx, userId) }
        : null,
    ),
  );
  return { here, awayIds, people: shown.filter((one) => one !== null) };
}

async function showsName(ctx: ReadCtx, userId: UserId): Promise<boolean> {
  if ((await findSuspension(ctx, userId)) !== null) return false;
  return (await loadSettings(ctx, userId)).showsInRooms;
}

/**
 * Keeps a person's tab in a room. Returns when the tab must report next, the
 * secret that ends the stay, and whether the person has a place in line and has
 * just come back.
 * @throws CYPHER_OVER if there is no such room
 */
export async function enterRoom(
  ctx: WriteCtx,
  { cypherId, userId }: { cypherId: CypherId; userId: UserId },
  name: string,
) {
  const cypher = await ctx.db.get("cyphers", cypherId);
  if (!cypher || !hasRoom(cypher)) throw appError("CYPHER_OVER");
  const leases = await leasesOf(ctx, cypherId, userId);
  const wasHere = hasLive(leases);
  const person = await findPerson(ctx, cypherId, userId);
  const isInLine = person?.inLineAt !== undefined;
  const room = await findRoom(ctx, cypherId);
  const isCloser = isInLine || cypher.micUserId === userId;
  const intervalMs = isCloser ? LINE_BEAT_MS : beatMsOf(room?.here ?? 0);
  const lease = { name, forMs: leaseMsOf(intervalMs) };
  const who = { cypherId, userId };
  const sessionToken = await renewLease(ctx, who, leases, lease);
  await startCounting(ctx, cypherId, room);
  return { intervalMs, sessionToken, isBackInLine: isInLine && !wasHere };
}

/** Only live cyphers have a room, from a while before their start to one after their end. */
function hasRoom(cypher: Doc<"cyphers">): boolean {
  const { status, startsAt = 0, endedAt } = cypher;
  if (!isLive(cypher)) return false;
  if (status === "open") return true;
  if (status === "announced") return startsAt - ROOM_BEFORE_MS <= Date.now();
  return (endedAt ?? 0) + ROOM_AFTER_MS > Date.now();
}

/** Starts to count a room, unless a count is running. */
async function startCounting(
  ctx: WriteCtx,
  cypherId: CypherId,
  room: Row | null,
): Promise<void> {
  const now = Date.now();
  if (room && room.dueAt + LOST_MS > now) return;
  const chain = (room?.chain ?? 0) + 1;
  const none = { cypherId, here: 0, people: [], awayIds: [] };
  if (room) await ctx.db.patch("rooms", room._id, { chain, dueAt: now });
  else await ctx.db.insert("rooms", { ...none, chain, dueAt: now });
  await ctx.scheduler.runAfter(0, internal.rooms.count, { cypherId, chain });
}

/** The result of a count. */
export interface Counted extends Pick<Row, "here" | "people" | "awayIds"> {
  goneIds: Id<"roomLeases">[];
}

/** Counts who is in a room. */
export async function lookInto(
  ctx: ReadCtx,
  cypherId: CypherId,
  now: number,
): Promise<Counted> {
  const leases = await leasesIn(ctx, cypherId);
  const gone = leases.filter(({ dueAt }) => dueAt <= now);
  const live = leases.filter(({ dueAt }) => dueAt > now);
  const here = new Set(live.map(({ userId }) => userId));
  const cypher = await ctx.db.get("cyphers", cypherId);
  const line = await lineOf(ctx, cypherId);
  const expected = new Set(line.map(({ userId }) => userId));
  if (cypher?.micUserId) expected.add(cypher.micUserId);
  return {
    here: here.size,
    people: here.size > MOST_NAMED ? [] : [...here],
    awayIds: [...expected].filter((userId) => !here.has(userId)),
    goneIds: gone.slice(0, ROWS_PER_TURN).map(({ _id }) => _id),
  };
}

/**
 * Stores the result of a count, and plans the next count while anybody is
 * there.
 */
export async function noteCount(
  ctx: WriteCtx,
  { cypherId, chain }: Pick<Row, "cypherId" | "chain">,
  { goneIds, ...counted }: Counted,
): Promise<void> {
  const room = await findRoom(ctx, cypherId);
  if (room?.chain !== chain) return; // another one counts, or the room is gone
  await dropLeases(ctx, goneIds);
  // Somebody who came after the look has not started another count.
  const isEmpty = counted.here + goneIds.length === 0;
  const isLast = isEmpty && (await leasesIn(ctx, cypherId, 1)).length === 0;
  const waitMs = countMsOf(counted.here);
  const dueAt = isLast ? 0 : Date.now() + waitMs;
  if (isNews(room, counted) || isLast || room.dueAt + NOTED_MS < dueAt)
    await ctx.db.patch("rooms", room._id, { ...counted, dueAt });
  const again = { cypherId, chain };
  if (!isLast)
    await ctx.scheduler.runAfter(waitMs, internal.rooms.count, again);
}

function isNews(before: Row, after: Omit<Counted, "goneIds">): boolean {
  const isSame = (["people", "awayIds"] as const).every(
    (key) => [...before[key]].sort().join() === [...after[key]].sort().join(),
  );
  if (!isSame) return true;
  const change = Math.abs(after.here - before.here);
  return change > (before.here > LARGE ? LARGE_CHANGE * before.here : 0);
}

/** Deletes a room after a delay, in ms. */
export async function closeRoom(
  ctx: WriteCtx,
  cypherId: CypherId,
  afterMs: number,
): Promise<void> {
  const { close } = internal.rooms;
  if ((await findRoom(ctx, cypherId)) !== null)
    await ctx.scheduler.runAfter(afterMs, close, { cypherId });
}

/** Closes rooms that should be closed already, but whose job is lost. */
export async function closeLost(ctx: WriteCtx): Promise<void> {
  const rooms = await ctx.db.query("rooms").take(ROWS_PER_TURN);
  for (const { cypherId } of rooms) {
    const cypher = await ctx.db.get("cyphers", cypherId);
    if (!cypher || !hasRoom(cypher)) await closeRoom(ctx, cypherId, 0);
  }
}

/**
 * Deletes a room, and a batch of its leases. Returns whether there may be more.
 */
export async function removeRoom(
  ctx: WriteCtx,
  cypherId: CypherId,
): Promise<boolean> {
  const room = await findRoom(ctx, cypherId);
  if (room) await ctx.db.delete("rooms", room._id);
  const leases = await leasesIn(ctx, cypherId, ROWS_PER_TURN);
  for (const { _id } of leases) await ctx.db.delete("roomLeases", _id);
  return leases.length === ROWS_PER_TURN;
}

/**
 * Takes a person whose account is being deleted out of the stored count of a
 * room.
 */
export async function vanish(
  ctx: WriteCtx,
  cypherId: CypherId,
  userId: UserId,
): Promise<void> {
  const room = await findRoom(ctx, cypherId);
  if (!room) return;
  if (![...room.people, ...room.awayIds].includes(userId)) return;
  const without = (ids: UserId[]) => ids.filter((id) => id !== userId);
  const people = without(room.people);
  const awayIds = without(room.awayIds);
  await ctx.db.patch("rooms", room._id, { people, awayIds });
}

/**
 * Takes a person whose account is being deleted out of all rooms. Returns how
 * many leases it has deleted.
 */
export async function leaveRooms(
  ctx: WriteCtx,
  userId: UserId,
): Promise<number> {
  const leases = await ctx.db
    .query("roomLeases")
    .withIndex("by_userId", (q) => q.eq("userId", userId))
    .take(ROWS_PER_TURN);
  for (const { _id, cypherId } of leases) {
    await vanish(ctx, cypherId, userId);
    await ctx.db.delete("roomLeases", _id);
  }
  return leases.length;
}
