import type { Id } from "../../_generated/dataModel";
import type { ActionCtx } from "../../_generated/server";
import { appError } from "../errors";

/**
 * The errors of a full disk: the embedded backend's, when the free space falls
 * below its reserve, and Node's.
 */
const FULL = /too little free space|ENOSPC|EDQUOT/;

/**
 * Stores a file.
 * @throws DISK_FULL if the server's disk has no room for it
 */
export async function storeFile(
  ctx: Pick<ActionCtx, "storage">,
  file: Blob,
): Promise<Id<"_storage">> {
  try {
    return await ctx.storage.store(file);
  } catch (error) {
    const isFull = error instanceof Error && FULL.test(error.message);
    throw isFull ? appError("DISK_FULL") : error;
  }
}
