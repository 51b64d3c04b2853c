import { v } from "convex/values";
import { publicQuery } from "./functions";
import { loadPeaks } from "./model/content/waveforms";
import { contentTypeValidator } from "./shared/validators";

/**
 * Returns the peaks of a beat or verse, each from 0 to 255, or an empty list if
 * there are none. Separate from the summaries, so that lists stay small. Open
 * to everyone.
 */
export const get = publicQuery({
  args: { contentType: contentTypeValidator, contentId: v.string() },
  returns: v.array(v.number()),
  handler: async (ctx, args) => loadPeaks(ctx, args),
});
