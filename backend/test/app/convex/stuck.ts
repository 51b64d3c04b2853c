import { actionGeneric as action } from "convex/server";
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

/**
 * Spends hours in a single call of a built-in function, which cannot be
 * interrupted.
 */
function normaliseForHours(): void {
  `a${"\u0316\u0301".repeat(5_000_000)}`.normalize();
}

export const normalise = query({
  args: {},
  handler: () => normaliseForHours(),
});

export const normaliseInAction = action({
  args: {},
  handler: () => normaliseForHours(),
});
