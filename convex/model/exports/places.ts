/**
 * Gives each file of an export its place in the ZIP, and then writes the
 * directory behind them. A turn handles a bounded number of files.
 */
import type { WriteCtx } from "../contexts";
import { EXPORT_MS } from "../../shared/limits";
import { addDirectory, type Entry } from "./entries";
import type { Export } from "./exports";
import {
  concat,
  directoryRecord,
  endRecords,
  fileBytes,
  type ZipFile,
} from "./zipFormat";

const FILES_PER_TURN = 40;

export async function placeFiles(
  ctx: WriteCtx,
  { _id, sizeBytes, fileCount }: Export,
): Promise<Partial<Export>> {
  const files = await ctx.db
    .query("exportEntries")
    .withIndex("by_exportId_and_start", (q) =>
      q.eq("exportId", _id).eq("start", null),
    )
    .take(FILES_PER_TURN);
  let start = sizeBytes;
  for (const file of files) {
    await ctx.db.patch("exportEntries", file._id, { start });
    start += fileBytes(file);
  }
  return {
    sizeBytes: start,
    fileCount: fileCount + files.length,
    ...(files.length === 0 && {
      stage: "directory",
      directoryStart: start,
      cursor: null,
    }),
  };
}

export async function placeDirectory(
  ctx: WriteCtx,
  { _id, sizeBytes, directoryStart, fileCount, cursor, requestedAt }: Export,
): Promise<Partial<Export>> {
  const files = await ctx.db
    .query("exportEntries")
    .withIndex("by_exportId_and_start", (q) =>
      q
        .eq("exportId", _id)
        .gt("start", cursor === null ? -1 : Number(cursor))
        .lt("start", directoryStart),
    )
    .take(FILES_PER_TURN);
  const place = { count: fileCount, start: directoryStart };
  const bytes =
    files.length > 0
      ? concat(files.map((file) => directoryRecord(placed(file), requestedAt)))
      : endRecords({ ...place, sizeBytes: sizeBytes - directoryStart });
  await addDirectory(ctx, _id, { bytes, start: sizeBytes });
  const change = { sizeBytes: sizeBytes + bytes.length };
  const last = files.at(-1);
  if (last) return { ...change, cursor: String(last.start) };
  const expiresAt = Date.now() + EXPORT_MS;
  return { ...change, stage: "ready", expiresAt };
}

function placed({ path, sizeBytes, crc32, start }: Entry): ZipFile {
  if (crc32 === null || start === null) throw new Error(`no place: ${path}`);
  return { path, sizeBytes, crc32, start };
}
