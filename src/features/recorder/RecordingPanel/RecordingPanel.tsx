import { Stack, Text, VisuallyHidden } from "@mantine/core";
import { MAX_VERSE_MS } from "../../../../convex/shared/limits";
import { formatTime } from "../../../audio/formatTime";
import type { Recorder } from "../../../audio/recorder";
import { useTexts } from "../../../texts/TextsProvider";
import { LevelControls } from "../LevelControls/LevelControls";
import { useMeter } from "../useRecorder";
import classes from "./RecordingPanel.module.css";

/** While a take runs: the counter, the meter and the levels. */
export function RecordingPanel({ recorder }: { recorder: Recorder }) {
  const t = useTexts("recorder");
  return (
    <Stack gap="lg" className={classes.panel}>
      <VisuallyHidden role="status">{t.recording}</VisuallyHidden>
      <Counter recorder={recorder} />
      <LevelControls recorder={recorder} />
    </Stack>
  );
}

function Counter({ recorder }: { recorder: Recorder }) {
  const t = useTexts("recorder");
  const { elapsedMs, voiceLevel } = useMeter(recorder);
  const elapsed = formatTime(elapsedMs);
  const percent = Math.round(voiceLevel * 100);
  return (
    <div>
      <Text
        role="timer"
        className={classes.counter}
        aria-label={t.elapsed(elapsed, formatTime(MAX_VERSE_MS))}
      >
        <span className={classes.lamp} aria-hidden="true" />
        {elapsed}
        <span className={classes.limit}>/{formatTime(MAX_VERSE_MS)}</span>
      </Text>
      <div
        role="meter"
        className={classes.meter}
        aria-label={t.level}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <div
          className={classes.level}
          style={{ clipPath: `inset(0 ${100 - percent}% 0 0)` }}
        />
      </div>
    </div>
  );
}
