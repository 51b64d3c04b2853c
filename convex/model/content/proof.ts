import type { Proof } from "../../shared/validators";
import type { ReadCtx } from "../contexts";
import { hexDigest } from "../sha256";

/** Returns null for an invalid id, and if there is no such beat or file. */
export async function findProof(
  ctx: ReadCtx,
  beatId: string,
): Promise<Proof | null> {
  const id = ctx.db.normalizeId("beats", beatId);
  const beat = id && (await ctx.db.get("beats", id));
  const file = beat && (await ctx.db.system.get("_storage", beat.storageId));
  if (!file) return null;
  return { sha256: hexDigest(file.sha256), storedAt: file._creationTime };
}
