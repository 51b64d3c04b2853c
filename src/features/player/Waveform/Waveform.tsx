import { type KeyboardEvent, useMemo } from "react";
import { formatTime } from "../../../lib/formatTime";
import { useTexts } from "../../../texts/TextsProvider";
import { useSeekPointer } from "./useSeekPointer";
import { WAVEFORM_BARS, WAVEFORM_HEIGHT, waveformPath } from "./waveformPath";
import classes from "./Waveform.module.css";

interface WaveformProps {
  peaks: readonly number[];
  title: string;
  elapsedMs: number;
  durationMs: number;
  isDisabled: boolean;
  onSeek: (ms: number) => void;
}

const STEP_MS = 5_000;

/**
 * The waveform of a track, with the played part highlighted. Drag, tap or use the arrow keys to
 * seek.
 */
export function Waveform(props: WaveformProps) {
  const { peaks, title, elapsedMs, durationMs, isDisabled, onSeek } = props;
  const t = useTexts("player");
  const path = useMemo(() => waveformPath(peaks), [peaks]);
  const { draggedMs, handlers } = useSeekPointer(props);
  const shownMs = draggedMs ?? elapsedMs;
  const played = durationMs > 0 ? Math.min(1, shownMs / durationMs) : 0;

  const handleKey = (event: KeyboardEvent) => {
    const target = seekTarget(event.key, elapsedMs, durationMs);
    if (target === null || isDisabled) return;
    event.preventDefault();
    onSeek(target);
  };

  return (
    <div
      className={classes.waveform}
      role="slider"
      tabIndex={0}
      aria-label={t.seek(title)}
      aria-valuemin={0}
      aria-valuemax={Math.round(durationMs / 1000)}
      aria-valuenow={Math.floor(shownMs / 1000)}
      aria-valuetext={t.position(formatTime(shownMs), formatTime(durationMs))}
      aria-disabled={isDisabled}
      {...handlers}
      onKeyDown={handleKey}
    >
      <svg
        viewBox={`0 0 ${WAVEFORM_BARS} ${WAVEFORM_HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path d={path} className={classes.rest} />
        <path
          d={path}
          className={classes.played}
          style={{ clipPath: `inset(0 ${(1 - played) * 100}% 0 0)` }}
        />
      </svg>
    </div>
  );
}

function seekTarget(
  key: string,
  elapsedMs: number,
  durationMs: number,
): number | null {
  switch (key) {
    case "ArrowRight":
    case "ArrowUp":
      return Math.min(durationMs, elapsedMs + STEP_MS);
    case "ArrowLeft":
    case "ArrowDown":
      return Math.max(0, elapsedMs - STEP_MS);
    case "Home":
      return 0;
    case "End":
      return durationMs;
    default:
      return null;
  }
}
