/** Measures with a budget of their own instead of a floor. */
import { scale } from "./scale/scale.ts";
import type { Study } from "./study.ts";
import { vitals } from "./vitals/vitals.ts";

export const studies: readonly Study[] = [vitals, scale];
