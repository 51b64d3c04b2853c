import type { Doc } from "../../_generated/dataModel";
import { type Bars, checkBars } from "../../shared/bars";
import type { WriteCtx } from "../contexts";
import { appError } from "../errors";
import { enforceLimit } from "../rateLimits/rateLimits";

/** The fields of a beat that describe its bars; absent where they are not known. */
export type BarFields = Pick<Doc<"beats">, "grid" | "key">;

/**
 * Checks the bars of a beat that lasts `durationMs`, and returns the fields to
 * store. The first bar is rounded to whole milliseconds.
 * @throws FIRST_BAR_INVALID, KEY_INVALID
 */
export function barFields(bars: Bars, durationMs: number): BarFields {
  const error = checkBars(bars, durationMs);
  if (error) throw appError(error);
  const { grid, key } = bars;
  return {
    grid:
      grid === null ? undefined : { firstBarMs: Math.floor(grid.firstBarMs) },
    key: key ?? undefined,
  };
}

/**
 * Sets where the bars of a beat lie, and its key; null removes them. Applies to
 * takes that are recorded from now on.
 * @throws RATE_LIMITED, and the codes of `barFields`
 */
export async function setBars(
  ctx: WriteCtx,
  beat: Doc<"beats">,
  bars: Bars,
): Promise<void> {
  await enforceLimit(ctx, "edit", beat.producerId);
  const fields = barFields(bars, beat.durationMs);
  const updatedAt = Date.now();
  await ctx.db.patch("beats", beat._id, { ...fields, updatedAt });
}
