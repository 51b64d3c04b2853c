import type { Id } from "../../_generated/dataModel";
import { findFirstWithAudio } from "../content/uploads";
import type { WriteCtx } from "../contexts";
import { openCase } from "../cases/cases";

/**
 * Opens a case about a new beat if someone else published its audio before. The
 * beat stays public meanwhile: only a moderator can tell a theft from a beat
 * that two people share.
 */
export async function noticeSameAudio(
  ctx: WriteCtx,
  producerId: Id<"users">,
  beatId: Id<"beats">,
  storageId: Id<"_storage">,
): Promise<void> {
  const first = await findFirstWithAudio(ctx, storageId);
  if (!first?.claimedBy || first.ownerId === producerId) return;
  await openCase(ctx, {
    kind: "sameAudio",
    reporterId: null,
    subjectType: "beat",
    subjectId: beatId,
    ownerId: producerId,
    reason: "copyright",
    text: "",
    matchesId: first.claimedBy,
  });
}
