import type { Doc } from "../../_generated/dataModel";
import type { BeatSummary, VerseSummary } from "../../shared/validators";
import { removeBeat } from "../content/beats";
import { beatSummary, verseSummary } from "../content/summaries";
import { removeVerse } from "../content/verses";
import type { ReadCtx, WriteCtx } from "../contexts";
import { isUsernameFree, updateProfile } from "../profiles/profiles";
import { findItem, type ItemRef } from "../safety/items";
import { withdrawWords } from "../words/published";

export async function summarizeItem(
  ctx: ReadCtx,
  ref: ItemRef,
): Promise<{ beat: BeatSummary | null; verse: VerseSummary | null }> {
  const item = await findItem(ctx, ref);
  return {
    beat: item?.type === "beat" ? await beatSummary(ctx, item.beat) : null,
    verse:
      item !== null && "verse" in item
        ? await verseSummary(ctx, item.verse)
        : null,
  };
}

/**
 * Removes the item with its file. Words go without their verse. Of a profile,
 * the name, the bio and the links go; the person can choose others. Does
 * nothing if the item is gone.
 */
export async function removeItem(ctx: WriteCtx, ref: ItemRef): Promise<void> {
  const item = await findItem(ctx, ref);
  if (item === null) return;
  if (item.type === "beat") return removeBeat(ctx, item.beat);
  if (item.type === "verse") return removeVerse(ctx, item.verse);
  if (item.type === "words") return withdrawWords(ctx, item.verse);
  await blankProfile(ctx, item.profile);
}

async function blankProfile(ctx: WriteCtx, profile: Doc<"profiles">) {
  const none = { bio: "", instagram: "", youtube: "" };
  const username = await newName(ctx);
  await updateProfile(ctx, profile, { username, ...none });
}

/** Returns a free name such as "artist-48213377". */
async function newName(ctx: ReadCtx): Promise<string> {
  for (;;) {
    const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
    const name = `artist-${String(number).padStart(10, "0").slice(-8)}`;
    if (await isUsernameFree(ctx, name)) return name;
  }
}
