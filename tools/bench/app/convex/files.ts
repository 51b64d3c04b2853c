/** Serves the trials of uploads and ranged reads. */
import { mutationGeneric, queryGeneric } from "convex/server";
import { v } from "convex/values";

export const uploadUrls = mutationGeneric({
  args: { count: v.number() },
  returns: v.array(v.string()),
  handler: (ctx, { count }) =>
    Promise.all(
      Array.from({ length: count }, () => ctx.storage.generateUploadUrl()),
    ),
});

export const url = queryGeneric({
  args: { storageId: v.id("_storage") },
  returns: v.union(v.string(), v.null()),
  handler: (ctx, { storageId }) => ctx.storage.getUrl(storageId),
});
