"use node";

import { v } from "convex/values";
import { internal } from "./_generated/api";
import { internalAction } from "./functions";
import { drawPreview } from "./model/previews/drawPreview";
import { prepareRasteriser, rasterise } from "./model/previews/rasterise";
import { previewFactsValidator } from "./shared/previewFacts";
import { contentIdValidator } from "./shared/validators";

/**
 * Draws a picture and stores it. The caller has got the task from
 * `previews.begin`. If drawing fails, the next request may try again.
 */
export const draw = internalAction({
  args: {
    contentId: contentIdValidator,
    version: v.string(),
    facts: previewFactsValidator,
  },
  returns: v.null(),
  handler: async (ctx, { facts, ...task }) => {
    const { contentId } = task;
    try {
      const [svg] = await Promise.all([
        drawPreview(facts),
        prepareRasteriser(),
      ]);
      const png = await rasterise(svg);
      const file = new Blob([png], { type: "image/png" });
      const storageId = await ctx.storage.store(file);
      await ctx.runMutation(internal.previews.keep, { ...task, storageId });
    } catch (error) {
      await ctx.runMutation(internal.previews.abandon, { contentId });
      throw error;
    }
    return null;
  },
});
