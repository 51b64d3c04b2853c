import { ConvexError, v, type Value } from "convex/values";
import { action, internalQuery, mutation, query } from "./builders.ts";

export const throwData = query({
  args: { data: v.any() },
  handler: (_, { data }) => {
    throw new ConvexError(data as Value);
  },
});

export const throwDataInMutation = mutation({
  args: { data: v.any() },
  handler: (_, { data }) => {
    throw new ConvexError(data as Value);
  },
});

export const throwDataInAction = action({
  args: { data: v.any() },
  handler: async (_, { data }) => {
    throw new ConvexError(data as Value);
  },
});

class CoolError extends ConvexError<{ code: number }> {
  override name = "CoolError";
}

export const throwSubclass = query({
  args: {},
  handler: () => {
    throw new CoolError({ code: 7 });
  },
});

export const throwPlain = query({
  args: {},
  handler: () => {
    throw new Error("The plain reason.");
  },
});

export const throwType = query({
  args: {},
  handler: () => {
    const nothing = null as unknown as { field: string };
    return nothing.field;
  },
});

export const reject = mutation({
  args: {},
  handler: () => Promise.reject(new Error("The rejected reason.")),
});

export const secret = internalQuery({ args: {}, handler: () => "secret" });

export default query({ args: {}, handler: () => "default export" });

export const notRegistered = () => "never";
