import { GeospatialIndex, point, rectangle } from "@convex-dev/geospatial";
import { v } from "convex/values";
import { components } from "./_generated/api";
import { mutation, query } from "./_generated/server";

const index = new GeospatialIndex<string, { kind: string }>(
  components.geospatial,
);

export const insert = mutation({
  args: {
    places: v.array(
      v.object({
        key: v.string(),
        coordinates: point,
        kind: v.string(),
        sortKey: v.number(),
      }),
    ),
  },
  handler: async (ctx, { places }) => {
    for (const { key, coordinates, kind, sortKey } of places) {
      await index.insert(ctx, key, coordinates, { kind }, sortKey);
    }
  },
});

export const get = query({
  args: { key: v.string() },
  handler: async (ctx, { key }) =>
    (await index.get(ctx, key))?.coordinates ?? null,
});

export const remove = mutation({
  args: { key: v.string() },
  handler: (ctx, { key }) => index.remove(ctx, key),
});

/**
 * Returns the keys within the rectangle, ordered by sort key. Reads all pages.
 */
export const within = query({
  args: {
    rectangle,
    kind: v.optional(v.string()),
    kinds: v.optional(v.array(v.string())),
    below: v.optional(v.number()),
    limit: v.optional(v.number()),
  },
  handler: async (ctx, { rectangle, kind, kinds, below, limit }) => {
    const keys: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await index.query(
        ctx,
        {
          shape: { type: "rectangle", rectangle },
          limit,
          filter: (q) => {
            let filtered = q;
            if (below !== undefined) filtered = filtered.lt("sortKey", below);
            if (kind !== undefined) filtered = filtered.eq("kind", kind);
            return kinds === undefined ? filtered : filtered.in("kind", kinds);
          },
        },
        cursor,
      );
      keys.push(...page.results.map(({ key }) => key));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return keys;
  },
});

export const nearest = query({
  args: {
    point,
    limit: v.number(),
    maxDistance: v.optional(v.number()),
    kind: v.optional(v.string()),
  },
  handler: async (ctx, { kind, ...options }) => {
    const found = await index.nearest(ctx, {
      ...options,
      ...(kind === undefined ? {} : { filter: (q) => q.eq("kind", kind) }),
    });
    return found.map(({ key, distance }) => ({
      key,
      km: Math.round(distance / 1000),
    }));
  },
});
