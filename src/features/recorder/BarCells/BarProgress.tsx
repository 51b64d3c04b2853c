import { isMarked, type MarkedBars } from "../../../audio/takeBars/markedBars";
import type { TakeBar } from "../../../audio/takeBars/takeBars";
import classes from "./BarCells.module.css";
import { BarShape } from "./BarShape";

interface BarProgressProps {
  bars: readonly TakeBar[];
  levels: readonly (readonly number[])[];
  marked: MarkedBars;
  /** Number of the bar that is being recorded; null before the first one. */
  current: number | null;
}

/**
 * Shows the marked bars while they are recorded. Hidden from screen readers, which read the status
 * instead.
 */
export function BarProgress(props: BarProgressProps) {
  const { bars, levels, marked, current } = props;
  return (
    <div className={classes.cells} aria-hidden="true">
      {bars.map(({ bar }, index) => {
        if (!isMarked(marked, bar)) return null;
        const isPast = current !== null && bar < current;
        const shown = isPast || bar === current ? [] : (levels[index] ?? []);
        return (
          <div
            key={bar}
            className={classes.cell}
            data-past={isPast || undefined}
            data-current={bar === current || undefined}
          >
            <BarShape bar={bar} levels={shown} />
          </div>
        );
      })}
    </div>
  );
}
