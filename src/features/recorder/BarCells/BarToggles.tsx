import { type KeyboardEvent, useRef, useState } from "react";
import { isMarked, type MarkedBars } from "../../../audio/takeBars/markedBars";
import type { TakeBar } from "../../../audio/takeBars/takeBars";
import { usePunchTexts } from "../../../texts/usePunchTexts";
import classes from "./BarCells.module.css";
import { BarShape } from "./BarShape";

interface BarTogglesProps {
  bars: readonly TakeBar[];
  /** The levels of each bar. */
  levels: readonly (readonly number[])[];
  marked: MarkedBars | null;
  onPress: (bar: number) => void;
}

/**
 * The bars of a take as buttons. A take can have hundreds, so Tab goes to one of them, and the arrow
 * keys, Home and End move between them.
 */
export function BarToggles({ bars, levels, marked, onPress }: BarTogglesProps) {
  const t = usePunchTexts();
  const list = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);

  const handleKey = (event: KeyboardEvent) => {
    const next = moveBy(event.key, current, bars.length - 1);
    if (next === null) return;
    event.preventDefault();
    setCurrent(next);
    const button = list.current?.children[next];
    if (button instanceof HTMLElement) button.focus();
  };

  return (
    <div
      ref={list}
      role="group"
      aria-label={t.bars}
      className={classes.cells}
      onKeyDown={handleKey}
    >
      {bars.map(({ bar }, index) => (
        <button
          key={bar}
          type="button"
          className={classes.cell}
          aria-label={t.bar(bar)}
          aria-pressed={isMarked(marked, bar)}
          tabIndex={index === current ? 0 : -1}
          onFocus={() => setCurrent(index)}
          onClick={() => onPress(bar)}
        >
          <BarShape bar={bar} levels={levels[index] ?? []} />
        </button>
      ))}
    </div>
  );
}

/** Returns the index to which a key moves the focus; null for other keys. */
function moveBy(key: string, current: number, last: number): number | null {
  switch (key) {
    case "ArrowRight":
    case "ArrowDown":
      return Math.min(last, current + 1);
    case "ArrowLeft":
    case "ArrowUp":
      return Math.max(0, current - 1);
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return null;
  }
}
