import type { Doc, Id } from "../../_generated/dataModel";
import { MOST_SESSIONS } from "../../shared/rooms";
import { newCode } from "../accounts/newCode";
import type { ReadCtx, WriteCtx } from "../contexts";

type CypherId = Id<"cyphers">;
type UserId = Id<"users">;
type Lease = Doc<"roomLeases">;

/**
 * Rooms are built for thousands of people; no room has more leases than this.
 */
const MOST_LEASES = 8000;
const LONGEST_NAME = 64;

/** Returns the row with the last count of a room. */
export const findRoom = (
  ctx: ReadCtx,
  cypherId: CypherId,
): Promise<Doc<"rooms"> | null> =>
  ctx.db
    .query("rooms")
    .withIndex("by_cypherId", (q) => q.eq("cypherId", cypherId))
    .unique();

/** Returns a person's leases in a room, including those that have run out. */
export const leasesOf = (
  ctx: ReadCtx,
  cypherId: CypherId,
  userId: UserId,
): Promise<Lease[]> =>
  ctx.db
    .query("roomLeases")
    .withIndex("by_cypherId_and_userId", (q) =>
      q.eq("cypherId", cypherId).eq("userId", userId),
    )
    .take(MOST_SESSIONS);

/** Returns whether a person is in a room, with any tab. */
export const isHere = async (
  ctx: ReadCtx,
  cypherId: CypherId,
  userId: UserId,
): Promise<boolean> => hasLive(await leasesOf(ctx, cypherId, userId));

/** Returns whether any of the leases has not run out. */
export function hasLive(leases: readonly Lease[]): boolean {
  const now = Date.now();
  return leases.some(({ dueAt }) => dueAt > now);
}

/**
 * Keeps a tab in a room for a while, and returns the secret that ends the stay.
 * If the person has too many tabs there, drops the one whose lease runs out
 * first. `leases` are the leases of this person in this room.
 */
export async function renewLease(
  ctx: WriteCtx,
  { cypherId, userId }: Pick<Lease, "cypherId" | "userId">,
  leases: readonly Lease[],
  { name, forMs }: { name: string; forMs: number },
): Promise<string> {
  const sessionId = name.slice(0, LONGEST_NAME);
  const dueAt = Date.now() + forMs;
  const own = leases.find((lease) => lease.sessionId === sessionId);
  if (own) {
    await ctx.db.patch("roomLeases", own._id, { dueAt });
    return own.token;
  }
  const [first] = leases.toSorted((one, other) => one.dueAt - other.dueAt);
  if (first && leases.length === MOST_SESSIONS)
    await ctx.db.delete("roomLeases", first._id);
  const token = newCode();
  const lease = { cypherId, userId, sessionId, token, dueAt };
  await ctx.db.insert("roomLeases", lease);
  return token;
}

/**
 * Ends the stay of the tab with this secret. The next count deletes the row.
 */
export async function endLease(ctx: WriteCtx, token: string): Promise<void> {
  const lease = await ctx.db
    .query("roomLeases")
    .withIndex("by_token", (q) => q.eq("token", token))
    .unique();
  if (lease && lease.dueAt > Date.now())
    await ctx.db.patch("roomLeases", lease._id, { dueAt: 0 });
}

export const leasesIn = (
  ctx: ReadCtx,
  cypherId: CypherId,
  most = MOST_LEASES,
): Promise<Lease[]> =>
  ctx.db
    .query("roomLeases")
    .withIndex("by_cypherId_and_userId", (q) => q.eq("cypherId", cypherId))
    .take(most);

/** Deletes the given leases if they have run out. */
export async function dropLeases(
  ctx: WriteCtx,
  ids: readonly Id<"roomLeases">[],
): Promise<void> {
  const now = Date.now();
  for (const id of ids) {
    const lease = await ctx.db.get("roomLeases", id);
    if (lease && lease.dueAt <= now) await ctx.db.delete("roomLeases", id);
  }
}
