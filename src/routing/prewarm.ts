import type { ConvexReactClient } from "convex/react";
import type { Params } from "react-router-dom";

/**
 * Starts the queries that a page shows first. It runs before the viewer is known, so it may only
 * use public queries.
 */
export type Prewarm = (
  client: ConvexReactClient,
  place: { params: Params; search: URLSearchParams },
) => void;
