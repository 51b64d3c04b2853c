import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { ExportInfo } from "../../shared/exports";
import { DAY_MS, HOUR_MS } from "../../shared/limits";
import type { ReadCtx, WriteCtx } from "../contexts";
import { enforceLimit } from "../rateLimits/rateLimits";

export type Export = Doc<"exports">;

/** An export that is not ready after this long is abandoned. */
const PREPARATION_MS = DAY_MS;
/** Before this time, asking again does not start over. */
const PATIENCE_MS = HOUR_MS;
const ENTRIES_PER_TURN = 20;
const PURGE_SIZE = 20;

export const findExport = (
  ctx: Pick<ReadCtx, "db">,
  userId: Id<"users">,
): Promise<Export | null> =>
  ctx.db
    .query("exports")
    .withIndex("by_userId", (q) => q.eq("userId", userId))
    .order("desc")
    .first();

export async function findExportInfo(
  ctx: ReadCtx,
  userId: Id<"users">,
): Promise<ExportInfo | null> {
  const found = await findExport(ctx, userId);
  if (found === null) return null;
  const { stage, soundCount, readCount, expiresAt } = found;
  const sizeBytes = stage === "ready" ? found.sizeBytes : 0;
  return { stage, soundCount, readCount, sizeBytes, expiresAt };
}

/**
 * Starts to prepare an export, which replaces an earlier one. Does nothing
 * while one is being prepared.
 * @throws RATE_LIMITED
 */
export async function startExport(
  ctx: WriteCtx,
  userId: Id<"users">,
): Promise<void> {
  await enforceLimit(ctx, "export", userId);
  const earlier = await findExport(ctx, userId);
  if (earlier !== null && isBeingPrepared(earlier)) return;
  if (earlier) await dropExport(ctx, earlier);
  const requestedAt = Date.now();
  const expiresAt = requestedAt + PREPARATION_MS;
  await beginExport(ctx, { userId, requestedAt, expiresAt });
}

/**
 * Prepares an export afresh. It is still the same request: starting over
 * prolongs nothing.
 */
export async function startOver(
  ctx: WriteCtx,
  outdated: Export,
): Promise<void> {
  await dropExport(ctx, outdated);
  await beginExport(ctx, outdated);
}

async function beginExport(
  ctx: WriteCtx,
  {
    userId,
    requestedAt,
    expiresAt,
  }: Pick<Export, "userId" | "requestedAt" | "expiresAt">,
): Promise<void> {
  const exportId = await ctx.db.insert("exports", {
    userId,
    stage: "account",
    cursor: null,
    page: 1,
    turn: 0,
    soundCount: 0,
    readCount: 0,
    fileCount: 0,
    directoryStart: 0,
    sizeBytes: 0,
    requestedAt,
    expiresAt,
  });
  await ctx.scheduler.runAfter(0, internal.exports.step, { exportId });
}

const isBeingPrepared = ({ stage, requestedAt }: Export) =>
  stage !== "ready" &&
  stage !== "failed" &&
  Date.now() < requestedAt + PATIENCE_MS;

/** Deletes exports that have expired, in batches. */
export async function purgeExports(ctx: WriteCtx): Promise<void> {
  const expired = await ctx.db
    .query("exports")
    .withIndex("by_expiresAt", (q) => q.lt("expiresAt", Date.now()))
    .take(PURGE_SIZE);
  for (const one of expired) await dropExport(ctx, one);
  if (expired.length === PURGE_SIZE) {
    await ctx.scheduler.runAfter(0, internal.exports.purge, {});
  }
}

/** Deletes an export at once, and its entries in batches. */
export async function dropExport(
  ctx: WriteCtx,
  { _id }: Pick<Export, "_id">,
): Promise<void> {
  await ctx.db.delete("exports", _id);
  await ctx.scheduler.runAfter(0, internal.exports.dropEntries, {
    exportId: _id,
  });
}

export async function dropEntries(
  ctx: WriteCtx,
  exportId: Id<"exports">,
): Promise<void> {
  if (!(await deleteEntries(ctx, exportId))) return;
  await ctx.scheduler.runAfter(0, internal.exports.dropEntries, { exportId });
}

/** Deletes some entries of an export. Returns whether there may be more. */
export async function deleteEntries(
  ctx: WriteCtx,
  exportId: Id<"exports">,
): Promise<boolean> {
  const entries = await ctx.db
    .query("exportEntries")
    .withIndex("by_exportId_and_number", (q) => q.eq("exportId", exportId))
    .take(ENTRIES_PER_TURN);
  for (const { _id } of entries) await ctx.db.delete("exportEntries", _id);
  return entries.length === ENTRIES_PER_TURN;
}
