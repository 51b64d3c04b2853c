/** Null if the bytes are not this format or hold no sound. */
export type Inspection = { durationMs: number | null } | null;
