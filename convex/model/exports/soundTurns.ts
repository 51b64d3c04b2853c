/**
 * The turns in which actions read the sounds. A backend runs an action at most
 * once, so each turn also schedules a check for later: if a restart cut the
 * action off, the check starts the next turn, which reads what is left.
 */
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import { MINUTE_MS } from "../../shared/limits";
import type { ReadCtx, WriteCtx } from "../contexts";
import type { Entry } from "./entries";
import type { Export } from "./exports";

/** An action that reads sounds is started again if it is silent this long. */
const SILENCE_MS = MINUTE_MS;
/** Turns without an end; far more than the largest account needs. */
const MOST_TURNS = 5000;
/** Turns in a row without a sound; restarts seldom cut off more. */
const MOST_VAIN_TURNS = 5;
const SOUNDS_PER_TURN = 8;

/**
 * Starts an action that reads the next sounds, or ends the stage. The export
 * fails if a sound cannot be read.
 */
export async function takeTurn(
  ctx: WriteCtx,
  { _id, turn, vainTurns = 0 }: Export,
): Promise<Partial<Export> | null> {
  if ((await nextSounds(ctx, _id)).length === 0) return { stage: "pages" };
  if (turn >= MOST_TURNS || vainTurns >= MOST_VAIN_TURNS) {
    return { stage: "failed" };
  }
  const run = { exportId: _id, turn: turn + 1 };
  const begun = { turn: turn + 1, vainTurns: vainTurns + 1 };
  await ctx.db.patch("exports", _id, begun);
  await ctx.scheduler.runAfter(0, internal.exports.readSounds, run);
  await ctx.scheduler.runAfter(SILENCE_MS, internal.exports.resume, run);
  return null;
}

/** Starts the next turn, unless another one has begun meanwhile. */
export async function resumeReading(
  ctx: WriteCtx,
  { exportId, turn }: { exportId: Id<"exports">; turn: number },
): Promise<void> {
  const found = await ctx.db.get("exports", exportId);
  if (found?.stage !== "sounds" || found.turn !== turn) return;
  await ctx.scheduler.runAfter(0, internal.exports.step, { exportId });
}

export const nextSounds = (
  ctx: Pick<ReadCtx, "db">,
  exportId: Id<"exports">,
): Promise<Entry[]> =>
  ctx.db
    .query("exportEntries")
    .withIndex("by_exportId_and_crc32", (q) =>
      q.eq("exportId", exportId).eq("crc32", null),
    )
    .take(SOUNDS_PER_TURN);

/**
 * Keeps the checksum of a sound that was read, or drops the entry if its file
 * is gone (null).
 */
export async function keepSound(
  ctx: WriteCtx,
  { entryId, sum }: { entryId: Id<"exportEntries">; sum: number | null },
): Promise<void> {
  const entry = await ctx.db.get("exportEntries", entryId);
  if (entry?.crc32 !== null) return;
  if (sum === null) await ctx.db.delete("exportEntries", entryId);
  else await ctx.db.patch("exportEntries", entryId, { crc32: sum });
  const found = await ctx.db.get("exports", entry.exportId);
  if (found === null) return;
  const readCount = found.readCount + 1;
  await ctx.db.patch("exports", found._id, { readCount, vainTurns: 0 });
}
