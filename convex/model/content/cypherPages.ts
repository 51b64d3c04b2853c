import type { Doc } from "../../_generated/dataModel";
import {
  type CypherPage,
  type CyphersOnBeat,
  type GoingCypher,
  MOST_EARLIER,
} from "../../shared/cyphers";
import type { ReadCtx } from "../contexts";
import { chainOf } from "../cyphers/chain";
import { announcementOf, findGoingOn, isLive } from "../cyphers/going";
import { lineOf } from "../cyphers/line";
import type { Cypher } from "../cyphers/mic";
import { beatSummary, personOf, verseSummary } from "./summaries";
import { hasTombstone } from "./tombstones";

/**
 * `findNewestFree` looks for a free mic among this many of the newest cyphers.
 */
const MOST_LOOKED_AT = 20;

/** Returns a cypher with its chain; see `cyphers.get`. */
export async function findCypherPage(
  ctx: ReadCtx,
  text: string,
): Promise<CypherPage | "gone" | null> {
  const id = ctx.db.normalizeId("cyphers", text);
  if (id === null) return null;
  const cypher = await ctx.db.get("cyphers", id);
  const beat = cypher && (await ctx.db.get("beats", cypher.beatId));
  if (beat) return cypherPage(ctx, cypher, beat);
  return (await hasTombstone(ctx, id)) ? "gone" : null;
}

const cypherPage = async (
  ctx: ReadCtx,
  cypher: Cypher,
  beat: Doc<"beats">,
): Promise<CypherPage> => ({
  id: cypher._id,
  beat: await beatSummary(ctx, beat),
  bars: cypher.bars,
  ...announcementOf(cypher),
  isOpen: cypher.status === "open",
  endReason: cypher.endReason,
  host: cypher.hostId && (await personOf(ctx, cypher.hostId)),
  turnNo: cypher.turnNo,
  mic: await micOf(ctx, cypher),
  nextStartBar: cypher.nextStartBar,
  line: await Promise.all(
    (await lineOf(ctx, cypher._id)).map(({ userId }) => personOf(ctx, userId)),
  ),
  playing: cypher.playing ?? null,
  before: cypher.before ?? [],
  ride: cypher.ride ?? null,
  verses: await Promise.all(
    (await chainOf(ctx, cypher._id)).map((verse) => verseSummary(ctx, verse)),
  ),
});

async function micOf(
  ctx: ReadCtx,
  { micUserId, micDueAt, micSendingUntil }: Cypher,
): Promise<CypherPage["mic"]> {
  if (micUserId === null || micDueAt === null) return null;
  return {
    holder: await personOf(ctx, micUserId),
    dueAt: micDueAt,
    isSending: micSendingUntil !== null,
  };
}

/** Returns the cypher that is going on a beat, and those that have ended. */
export async function cyphersOn(
  ctx: ReadCtx,
  text: string,
): Promise<CyphersOnBeat> {
  const beatId = ctx.db.normalizeId("beats", text);
  if (beatId === null) return { open: null, earlier: [] };
  const cypher = await findGoingOn(ctx, beatId);
  const open = cypher && (await summaryOf(ctx, cypher));
  const ended = await ctx.db
    .query("cyphers")
    .withIndex("by_beatId_and_status", (q) =>
      q.eq("beatId", beatId).eq("status", "ended"),
    )
    .order("desc")
    .take(MOST_EARLIER);
  const earlier = await Promise.all(
    ended.map(async ({ _id: id, endedAt }) => {
      const { length: verseCount } = await chainOf(ctx, id);
      return { id, verseCount, endedAt: endedAt ?? 0 };
    }),
  );
  return { open, earlier };
}

/**
 * Returns the cypher that is most worth a visit: a live one that is open, else
 * the newest one with a free mic, else the next announced one, else the newest.
 */
export async function newestCypher(ctx: ReadCtx) {
  const cypher = (await findLiveliest(ctx)) ?? (await findNewestFree(ctx));
  const beat = cypher && (await ctx.db.get("beats", cypher.beatId));
  if (!beat) return null;
  return { ...(await summaryOf(ctx, cypher)), title: beat.title };
}

const summaryOf = async (
  ctx: ReadCtx,
  cypher: Cypher,
): Promise<GoingCypher> => ({
  id: cypher._id,
  holder: cypher.micUserId && (await personOf(ctx, cypher.micUserId)),
  startsAt: announcementOf(cypher).startsAt,
  isLive: cypher.status === "open" && isLive(cypher),
});

/**
 * Returns the live cypher with the most verses. Among equals, prefers one whose
 * mic somebody holds.
 */
async function findLiveliest(ctx: ReadCtx): Promise<Cypher | undefined> {
  const live = await ctx.db
    .query("cyphers")
    .withIndex("by_status_and_pace", (q) =>
      q.eq("status", "open").eq("pace", "live"),
    )
    .take(MOST_LOOKED_AT);
  const held = ({ micUserId }: Cypher) => Number(micUserId !== null);
  const [liveliest] = live.toSorted(
    (one, other) =>
      other.verseCount - one.verseCount || held(other) - held(one),
  );
  return liveliest;
}

/**
 * Returns the newest cypher with a free mic, else the next announced one, else
 * the newest.
 */
async function findNewestFree(ctx: ReadCtx): Promise<Cypher | undefined> {
  const going = await ctx.db
    .query("cyphers")
    .withIndex("by_status_and_createdAt", (q) => q.eq("status", "open"))
    .order("desc")
    .take(MOST_LOOKED_AT);
  const free = going.find(({ micUserId }) => micUserId === null);
  return free ?? (await findNextAnnounced(ctx)) ?? going[0];
}

const findNextAnnounced = (ctx: ReadCtx): Promise<Cypher | null> =>
  ctx.db
    .query("cyphers")
    .withIndex("by_status_and_startsAt", (q) => q.eq("status", "announced"))
    .first();
