import { mutation, query } from "./builders.ts";
export const spin = query({
  args: {},
  handler: () => {
    for (;;);
  },
});

export const wait = query({
  args: {},
  handler: () => new Promise<null>(() => undefined),
});

export const spinInMutation = mutation({
  args: {},
  handler: async (ctx) => {
    await ctx.db.insert("entries", { key: "never" });
    for (;;);
  },
});
