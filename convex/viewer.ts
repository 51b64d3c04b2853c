import { v } from "convex/values";
import { viewerQuery } from "./functions";
import { loadViewerInfo } from "./model/accounts/viewers";
import { hasBegun } from "./model/content/begun";
import { listHidden } from "./model/safety/blocks";
import { viewerValidator } from "./shared/validators";

/**
 * Returns the signed-in person, or null when signed out. The result includes the
 * caller's own e-mail address, which only one other function returns:
 * `account.openConfirmation`, which needs a mailed code. It also lists the people
 * that the caller has blocked, so the app can hide their content without another
 * query.
 */
export const get = viewerQuery({
  args: {},
  returns: v.union(viewerValidator, v.null()),
  handler: async (ctx) => {
    const { viewer } = ctx;
    if (viewer === null) return null;
    const hiddenUserIds = await listHidden(ctx, viewer.userId);
    return {
      ...(await loadViewerInfo(ctx, viewer)),
      hiddenUserIds,
      hasBegun: await hasBegun(ctx, viewer),
    };
  },
});
