import { v } from "convex/values";
import { internalMutation, viewerQuery } from "./functions";
import { removeOldExports } from "./model/exports/oldExports";
import { readPage } from "./model/exports/readPage";
import { exportPageValidator, exportTableValidator } from "./shared/exports";

/**
 * Returns part of the viewer's rows in one table, for the ZIP that the browser
 * makes; null when signed out. `cursor` is `next` of the previous page.
 */
export const page = viewerQuery({
  args: {
    table: exportTableValidator,
    cursor: v.union(v.string(), v.null()),
  },
  returns: v.union(exportPageValidator, v.null()),
  handler: async (ctx, place) =>
    ctx.viewer && readPage(ctx, { ...place, userId: ctx.viewer.userId }),
});

/**
 * Deletes what earlier versions stored for exports, in batches. Run by a cron
 * job, which also runs right after deployment.
 */
export const removeOld = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await removeOldExports(ctx);
    return null;
  },
});
