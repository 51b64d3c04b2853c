import type { JSONValue } from "convex/values";

/**
 * A value in Convex-JSON, as produced by `convexToJson` of `convex/values`:
 * int64 as `{"$integer"}`, bytes as `{"$bytes"}`, special floats as
 * `{"$float"}`.
 */
export type ConvexJson = JSONValue;

export type ConvexJsonObject = { [key: string]: ConvexJson };

/** The exported JSON of a validator from `convex/values`. */
export type { ValidatorJSON } from "convex/values";
