/**
 * Turns for sending pieces of exports. A piece takes several megabytes, and its
 * files are read whole. So an account gets one at a time, and all accounts
 * together a few.
 */
import type { Infer } from "convex/values";
import type { Id } from "../../_generated/dataModel";
import type { ReadCtx, WriteCtx } from "../contexts";
import { enforceLimit } from "../rateLimits/rateLimits";
import { isRunning, runningBetween } from "../turns";
import { type Export, findExport } from "./exports";
import { openPiece } from "./openPiece";
import type { sendingValidator, wantedValidator } from "./pieceValidators";

/** For all accounts together. */
const MAX_SENDING = 3;

/**
 * Opens a piece of a person's export. A caller that gets one must call
 * `endSending`.
 * @throws RATE_LIMITED
 */
export async function startSending(
  ctx: WriteCtx,
  userId: Id<"users">,
  wanted: Infer<typeof wantedValidator>,
): Promise<Infer<typeof sendingValidator>> {
  await enforceLimit(ctx, "download", userId);
  const found = await findExport(ctx, userId);
  if (found === null) return { status: "missing" };
  if (!(await isTurnOf(ctx, found))) return { status: "busy" };
  const piece = await openPiece(ctx, userId, wanted);
  if (piece === null) return { status: "missing" };
  if (piece.parts.length > 0) await mark(ctx, found, Date.now());
  return { status: "open", piece };
}

export async function endSending(
  ctx: WriteCtx,
  userId: Id<"users">,
): Promise<void> {
  const found = await findExport(ctx, userId);
  if (found) await mark(ctx, found, undefined);
}

const mark = (ctx: WriteCtx, { _id }: Export, sendingSince?: number) =>
  ctx.db.patch("exports", _id, { sendingSince });

async function isTurnOf(ctx: ReadCtx, found: Export): Promise<boolean> {
  if (isRunning(found.sendingSince)) return false;
  const { after, before } = runningBetween();
  const sending = await ctx.db
    .query("exports")
    .withIndex("by_sendingSince", (q) =>
      q.gt("sendingSince", after).lt("sendingSince", before),
    )
    .take(MAX_SENDING);
  return sending.length < MAX_SENDING;
}
