import { v } from "convex/values";
import { publicQuery } from "./functions";
import { loadPeaks } from "./model/waveforms";
import { contentTypeValidator } from "./shared/validators";

/** Peaks from 0 to 255, apart from the rows of lists; empty when there are none. */
export const get = publicQuery({
  args: { contentType: contentTypeValidator, contentId: v.string() },
  returns: v.array(v.number()),
  handler: async (ctx, args) => loadPeaks(ctx, args),
});
