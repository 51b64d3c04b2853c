import { v } from "convex/values";
import { internalMutation, internalQuery } from "./functions";
import * as Previews from "./model/content/previews";
import { previewFactsValidator } from "./shared/previewFacts";
import { contentIdValidator, contentTypeValidator } from "./shared/validators";

const content = { contentType: contentTypeValidator, contentId: v.string() };

const task = { contentId: contentIdValidator, version: v.string() };

/** Finds the stored picture of a beat or verse. */
export const find = internalQuery({
  args: content,
  returns: v.union(
    v.object({ status: v.literal("missing") }),
    v.object({
      status: v.literal("stored"),
      storageId: v.id("_storage"),
      version: v.string(),
    }),
    v.object({ status: v.literal("busy") }),
    v.object({ status: v.literal("wanted") }),
  ),
  handler: async (ctx, args) => Previews.findPreview(ctx, args),
});

/**
 * Returns what to draw. Returns null if the picture is being drawn already, if
 * too many others are, or if its content is gone.
 * @throws RATE_LIMITED
 */
export const begin = internalMutation({
  args: content,
  returns: v.union(
    v.object({ ...task, facts: previewFactsValidator }),
    v.null(),
  ),
  handler: async (ctx, args) => Previews.beginPreview(ctx, args),
});

/** Stores a newly drawn picture in place of the previous one. */
export const keep = internalMutation({
  args: { ...task, storageId: v.id("_storage") },
  returns: v.null(),
  handler: async (ctx, { storageId, ...drawn }) => {
    await Previews.keepPreview(ctx, drawn, storageId);
    return null;
  },
});

/** Lets the next request try again after a drawing has failed. */
export const abandon = internalMutation({
  args: { contentId: contentIdValidator },
  returns: v.null(),
  handler: async (ctx, { contentId }) => {
    await Previews.abandonPreview(ctx, contentId);
    return null;
  },
});
