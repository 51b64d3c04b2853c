import classes from "./BarCells.module.css";

interface BarShapeProps {
  bar: number;
  /** Levels from 0 to 1, spread over the length of the bar. */
  levels: readonly number[];
}

/**
 * Shows the number of a bar and where the voice is in it. Decorative: put a label on the element
 * around it.
 */
export function BarShape({ bar, levels }: BarShapeProps) {
  const lines = levels.map((level, index) => {
    const half = Math.max(0.6, 9 * level);
    return `M${index + 0.5} ${10 - half}v${2 * half}`;
  });
  return (
    <span className={classes.shape} aria-hidden="true">
      <span className={classes.number}>{bar}</span>
      <svg
        className={classes.voice}
        viewBox={`0 0 ${levels.length} 20`}
        preserveAspectRatio="none"
        focusable="false"
      >
        <path d={lines.join("")} stroke="currentColor" strokeWidth="0.55" />
      </svg>
    </span>
  );
}
