/**
 * Tells which build of the app answers. Pushing a later build changes this
 * file.
 */
import { query } from "./builders.ts";

export const current = query({ args: {}, handler: () => "old" });

/** Missing in the later build. */
export const retired = query({ args: {}, handler: () => "old" });
