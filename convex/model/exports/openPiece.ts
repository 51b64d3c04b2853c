import type { Infer } from "convex/values";
import type { ReadCtx } from "../contexts";
import type { Id } from "../../_generated/dataModel";
import { MAX_PIECE_BYTES } from "../../shared/exports";
import type { Entry } from "./entries";
import { findExport } from "./exports";
import type { pieceValidator, wantedValidator } from "./pieceValidators";
import { localHeader } from "./zipFormat";

/** A piece ends early after this many files. */
const FILES_PER_PIECE = 64;

type Piece = Infer<typeof pieceValidator>;

/**
 * Finds out what a piece of a person's export consists of. Returns null if no
 * export is ready, and no parts if it does not reach that far.
 */
export async function openPiece(
  ctx: Pick<ReadCtx, "db">,
  userId: Id<"users">,
  { from, end }: Infer<typeof wantedValidator>,
): Promise<Piece | null> {
  const found = await findExport(ctx, userId);
  if (found?.stage !== "ready" || Date.now() >= found.expiresAt) return null;
  const { sizeBytes, requestedAt } = found;
  const to = Math.min(end ?? sizeBytes, sizeBytes, from + MAX_PIECE_BYTES);
  if (from >= to) return { sizeBytes, end: from, parts: [] };
  const entries = await entriesBetween(ctx, found._id, from, to);
  const parts = entries.map((entry) => partOf(entry, requestedAt));
  const last = parts.at(-1);
  const covered = last ? endOf(last) : from;
  return { sizeBytes, end: Math.min(to, covered), parts };
}

async function entriesBetween(
  ctx: Pick<ReadCtx, "db">,
  exportId: Id<"exports">,
  from: number,
  to: number,
): Promise<Entry[]> {
  const placed = ctx.db.query("exportEntries");
  const first = await placed
    .withIndex("by_exportId_and_start", (q) =>
      q.eq("exportId", exportId).gte("start", 0).lte("start", from),
    )
    .order("desc")
    .first();
  const rest = await ctx.db
    .query("exportEntries")
    .withIndex("by_exportId_and_start", (q) =>
      q.eq("exportId", exportId).gt("start", from).lt("start", to),
    )
    .take(FILES_PER_PIECE);
  return first ? [first, ...rest] : rest;
}

type Part = Piece["parts"][number];

function partOf(entry: Entry, requestedAt: number): Part {
  const { path, text, bytes, storageId, sizeBytes, crc32, start } = entry;
  if (crc32 === null || start === null) throw new Error(`no place: ${path}`);
  const header =
    bytes === null
      ? localHeader({ path, sizeBytes, crc32 }, requestedAt).buffer
      : new ArrayBuffer(0);
  return { start, header, text, bytes, storageId, sizeBytes };
}

const endOf = ({ start, header, sizeBytes }: Part) =>
  start + header.byteLength + sizeBytes;
