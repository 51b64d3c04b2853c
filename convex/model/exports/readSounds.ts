import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { ActionCtx } from "../../_generated/server";
import { crc32 } from "./crc32";

const READ_BYTES = 256 * 1024;

/**
 * Reads the next sounds of an export, one after the other, and keeps their
 * checksums. Holds one file at a time.
 */
export async function readSounds(
  ctx: ActionCtx,
  { exportId, turn }: { exportId: Id<"exports">; turn: number },
): Promise<void> {
  const entries: Pick<Doc<"exportEntries">, "_id" | "storageId">[] =
    await ctx.runQuery(internal.exports.nextSounds, { exportId });
  for (const { _id, storageId } of entries) {
    const blob = storageId && (await ctx.storage.get(storageId));
    const sum = blob && (await checksumOf(blob));
    const kept = { entryId: _id, sum };
    await ctx.runMutation(internal.exports.keepSound, kept);
  }
  await ctx.runMutation(internal.exports.resume, { exportId, turn });
}

/** Reads a small part at a time: a copy of the whole would take as much again. */
async function checksumOf(blob: Blob): Promise<number> {
  let sum = 0;
  for (let at = 0; at < blob.size; at += READ_BYTES) {
    const part = blob.slice(at, at + READ_BYTES);
    sum = crc32(new Uint8Array(await part.arrayBuffer()), sum);
  }
  return sum;
}
