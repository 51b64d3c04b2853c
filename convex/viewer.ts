import { v } from "convex/values";
import { viewerQuery } from "./functions";
import { viewerInfo } from "./model/viewers";
import { viewerValidator } from "./shared/validators";

/** The only place an e-mail address is returned: one's own. */
export const get = viewerQuery({
  args: {},
  returns: v.union(viewerValidator, v.null()),
  handler: async ({ viewer }) => (viewer === null ? null : viewerInfo(viewer)),
});
