import type { Doc, Id } from "../../_generated/dataModel";
import { TOLD_AT } from "../../shared/ears";
import { MOST_HEARD } from "../../shared/limits";
import { isAllowed } from "../../shared/permissions";
import { findSuspensionNow } from "../accounts/standing";
import type { SignedIn } from "../accounts/viewers";
import { isApart } from "../apart";
import type { ReadCtx, WriteCtx } from "../contexts";
import { mailboxIn } from "../accounts/mailTurns";
import { bookTurn, isYoung } from "../rateLimits/rateLimits";
import { ring } from "./rings";

/**
 * First listens. The first ten people who hear an item count, each once, so its
 * row is written ten times at most. Listens affect nothing but the order of
 * `/fresh`.
 */
type UserId = Id<"users">;
type Hearing = Doc<"hearings">;
export type ContentId = Hearing["contentId"];

/**
 * At most this many ids are read in one call; a screen asks about far fewer.
 */
const MOST_ASKED = 100;
const ROWS_PER_TURN = 200;
/** More than any time in ms, so that one listen outweighs any age. */
const LISTEN_WEIGHT = 1e13;

/** Starts to count the people who hear the item. */
export async function openHearing(
  ctx: WriteCtx,
  item: Doc<"beats"> | Doc<"verses">,
): Promise<void> {
  const { _id: contentId, createdAt } = item;
  const isBeat = "producerId" in item;
  await ctx.db.insert("hearings", {
    ...{ contentId, contentType: isBeat ? "beat" : "verse", createdAt },
    ownerId: isBeat ? item.producerId : item.rapperId,
    ...standing({ createdAt, heard: 0 }),
  });
}

const standing = ({
  createdAt,
  heard,
}: Pick<Hearing, "createdAt" | "heard">) => ({
  heard,
  isFresh: heard < MOST_HEARD,
  rank: heard * LISTEN_WEIGHT - createdAt,
});

/**
 * Counts that a person has heard an item. Does nothing, and reports no error,
 * if the listen does not count. Guests, suspended people, the item's author,
 * people separated from the author by a block, and people who have heard the
 * item before or listen too often do not count. Nor does an item that is gone
 * or that enough people have heard.
 */
export async function recordListen(
  ctx: WriteCtx,
  viewer: SignedIn | null,
  text: string,
): Promise<void> {
  const contentId = contentIdIn(ctx, text);
  const hearing = contentId && (await findHearing(ctx, contentId));
  if (!viewer || !hearing?.isFresh) return;
  const { userId } = viewer;
  if (!(await mayListen(ctx, viewer, hearing))) return;
  if (await hasHeard(ctx, userId, hearing.contentId)) return;
  if (!(await hasTurn(ctx, viewer, hearing))) return;
  const row = { userId, contentId: hearing.contentId, at: Date.now() };
  await ctx.db.insert("listens", row);
  await countListen(ctx, hearing);
}

/**
 * Counts a listen, and returns whether all limits allow it. No network is
 * counted: thousands of listeners may share an address.
 */
async function hasTurn(
  ctx: WriteCtx,
  viewer: SignedIn,
  { contentId }: Hearing,
): Promise<boolean> {
  const { userId: who, email } = viewer;
  const ofDay = isYoung(viewer) ? "youngAccount" : "account";
  const mailbox = `${contentId} ${mailboxIn(email)}`;
  const turns = [
    { act: "listen", scope: "account", who },
    { act: "hear", scope: ofDay, who },
    { act: "hear", scope: "mailbox", who: mailbox },
  ] as const;
  for (const turn of turns)
    if ((await bookTurn(ctx, turn, 0)) > 0) return false;
  return true;
}

async function mayListen(
  ctx: ReadCtx,
  { userId, profile, emailConfirmedAt }: SignedIn,
  { ownerId }: Hearing,
): Promise<boolean> {
  if (profile === null || emailConfirmedAt === null) return false;
  const isSuspended = (await findSuspensionNow(ctx, userId)) !== null;
  const actor = { userId, role: profile.role, isSuspended };
  if (!isAllowed(actor, "listen:record", { ownerId })) return false;
  return !(await isApart(ctx, userId, ownerId));
}

async function countListen(ctx: WriteCtx, hearing: Hearing): Promise<void> {
  const { _id, ownerId: userId, contentId: subjectId } = hearing;
  const count = hearing.heard + 1;
  await ctx.db.patch("hearings", _id, standing({ ...hearing, heard: count }));
  if (!TOLD_AT.includes(count)) return;
  const event = { kind: "listens", subjectId, actorId: null } as const;
  await ring(ctx, { userId, ...event, count });
}

/**
 * For each of the items that belong to the person, returns how many people have
 * heard it. Ignores all other items.
 */
export async function heardBy(
  ctx: ReadCtx,
  ownerId: UserId,
  texts: readonly string[],
): Promise<Pick<Hearing, "contentId" | "heard">[]> {
  const found = await Promise.all(
    texts.slice(0, MOST_ASKED).map(async (text) => {
      const contentId = contentIdIn(ctx, text);
      return contentId && findHearing(ctx, contentId);
    }),
  );
  return found
    .filter((one) => one !== null)
    .filter((one) => one.ownerId === ownerId)
    .map(({ contentId, heard }) => ({ contentId, heard }));
}

/**
 * Deletes the listen count of an item that is being removed, and the record of
 * who heard it.
 */
export async function removeHearing(
  ctx: WriteCtx,
  contentId: ContentId,
): Promise<void> {
  const hearing = await findHearing(ctx, contentId);
  if (hearing === null) return;
  await ctx.db.delete("hearings", hearing._id);
  const listens = await ctx.db
    .query("listens")
    .withIndex("by_contentId", (q) => q.eq("contentId", contentId))
    .take(MOST_HEARD);
  for (const { _id } of listens) await ctx.db.delete("listens", _id);
}

/**
 * Deletes the rows that say what a person has heard. The items keep their
 * listen counts. Returns whether there may be more.
 */
export async function removeListensOf(
  ctx: WriteCtx,
  userId: UserId,
): Promise<boolean> {
  const listens = await ctx.db
    .query("listens")
    .withIndex("by_userId_and_contentId", (q) => q.eq("userId", userId))
    .take(ROWS_PER_TURN);
  for (const { _id } of listens) await ctx.db.delete("listens", _id);
  return listens.length > 0;
}

export async function hasHeard(
  ctx: ReadCtx,
  userId: UserId,
  contentId: ContentId,
): Promise<boolean> {
  const listen = await ctx.db
    .query("listens")
    .withIndex("by_userId_and_contentId", (q) =>
      q.eq("userId", userId).eq("contentId", contentId),
    )
    .unique();
  return listen !== null;
}

export const findHearing = (
  ctx: ReadCtx,
  contentId: ContentId,
): Promise<Hearing | null> =>
  ctx.db
    .query("hearings")
    .withIndex("by_contentId", (q) => q.eq("contentId", contentId))
    .unique();

const contentIdIn = (ctx: ReadCtx, text: string): ContentId | null =>
  ctx.db.normalizeId("beats", text) ?? ctx.db.normalizeId("verses", text);
