import type { Id } from "../../_generated/dataModel";
import type { ListenArtist } from "../../shared/listenValidators";
import { isArtist } from "../../shared/roles";
import { isUsername, normalizeUsername } from "../../shared/usernames";
import type { ReadCtx } from "../contexts";
import { isConfirmed } from "../profiles/isConfirmed";
import { findByUsername, publicProfile } from "../profiles/profiles";

/** How many beats, and how many verses, an artist's page links to. */
const SHOWN = 30;

/**
 * Finds an artist by username, in any case. Returns null for a name that nobody
 * has, and for a listener or an unconfirmed person who has published nothing.
 */
export async function findArtist(
  ctx: ReadCtx,
  name: string,
): Promise<ListenArtist | null> {
  const wanted = normalizeUsername(name);
  const profile = isUsername(wanted) ? await findByUsername(ctx, wanted) : null;
  if (profile === null) return null;
  const { username, role, state, bio, userId } = publicProfile(profile);
  const beats = await beatsOf(ctx, userId);
  const verses = await versesOf(ctx, userId);
  const isListed = isArtist(role) && (await isConfirmed(ctx, userId));
  if (!isListed && beats.length + verses.length === 0) return null;
  return { username, role, state, bio, userId, beats, verses };
}

async function beatsOf(ctx: ReadCtx, userId: Id<"users">) {
  const beats = await ctx.db
    .query("beats")
    .withIndex("by_producerId_and_createdAt", (q) => q.eq("producerId", userId))
    .order("desc")
    .take(SHOWN);
  return beats.map(({ _id, title, durationMs }) => ({
    id: _id,
    title,
    durationMs,
  }));
}

async function versesOf(ctx: ReadCtx, userId: Id<"users">) {
  const verses = await ctx.db
    .query("verses")
    .withIndex("by_rapperId_and_createdAt", (q) => q.eq("rapperId", userId))
    .order("desc")
    .take(SHOWN);
  return verses.map(({ _id, beat, durationMs }) => ({
    id: _id,
    title: beat.title,
    durationMs,
  }));
}
