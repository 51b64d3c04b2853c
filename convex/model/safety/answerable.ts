import type { Id } from "../../_generated/dataModel";
import { isAllowed } from "../../shared/permissions";
import type { SignedIn } from "../accounts/viewers";
import { isApart } from "../apart";
import type { ReadCtx } from "../contexts";
import { hasPlace } from "../cyphers/turns";

/**
 * At most this many ids are read in one call; a screen asks about far fewer.
 */
const MOST_ASKED = 100;

/**
 * Returns those of the given verses that a person may answer. Looks at the first
 * 100 ids, and ignores unknown ones.
 */
export async function listAnswerable(
  ctx: ReadCtx,
  { userId, profile, emailConfirmedAt }: SignedIn,
  verseIds: readonly string[],
): Promise<Id<"verses">[]> {
  if (profile === null || emailConfirmedAt === null) return [];
  const actor = { userId, role: profile.role };
  if (!isAllowed(actor, "verse:create")) return [];
  const asked = new Set(verseIds.slice(0, MOST_ASKED));
  const found = await Promise.all(
    [...asked].map(async (text) => findAnswerable(ctx, userId, text)),
  );
  return found.filter((id) => id !== null);
}

/** Returns the id in a text, or null if the person may not answer that verse. */
async function findAnswerable(
  ctx: ReadCtx,
  userId: Id<"users">,
  text: string,
): Promise<Id<"verses"> | null> {
  const id = ctx.db.normalizeId("verses", text);
  const verse = id && (await ctx.db.get("verses", id));
  if (!verse || verse.rapperId === userId) return null;
  const beat = await ctx.db.get("beats", verse.beatId);
  if (beat === null || !(await hasPlace(ctx, beat))) return null;
  if (await isApart(ctx, userId, verse.rapperId)) return null;
  return (await isApart(ctx, userId, beat.producerId)) ? null : id;
}
