/** Runs a vector search the way an app would. */
import {
  type ActionBuilder,
  actionGeneric,
  type DataModelFromSchemaDefinition,
} from "convex/server";
import { v } from "convex/values";
import type schema from "./schema.ts";

// Plays the part of the generated builder, which would only add the types.
const action: ActionBuilder<
  DataModelFromSchemaDefinition<typeof schema>,
  "public"
> = actionGeneric;

export const similar = action({
  args: { vector: v.array(v.number()), kind: v.optional(v.number()) },
  returns: v.array(v.id("embeddings")),
  handler: async (ctx, { vector, kind }) => {
    const found = await ctx.vectorSearch("embeddings", "by_vector", {
      vector,
      ...(kind !== undefined && { filter: (q) => q.eq("kind", kind) }),
    });
    return found.map(({ _id }) => _id);
  },
});
