import type { JSONValue } from "convex/values";

/**
 * A value in Convex-JSON, as `convexToJson` of `convex/values` makes it: int64
 * as `{"$integer"}`, bytes as `{"$bytes"}`, special floats as `{"$float"}`.
 */
export type ConvexJson = JSONValue;

export type ConvexJsonObject = { [key: string]: ConvexJson };

/** The exported JSON of a validator of `convex/values`. */
export type { ValidatorJSON } from "convex/values";
