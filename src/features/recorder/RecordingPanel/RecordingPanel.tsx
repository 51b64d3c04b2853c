import { Stack, Text, VisuallyHidden } from "@mantine/core";
import { useEffect } from "react";
import { MAX_VERSE_MS } from "../../../../convex/shared/limits";
import { logFailure } from "../../../lib/logFailure";
import { formatTime } from "../../../lib/formatTime";
import type { Recorder } from "../../../audio/studio/recorder";
import { useRecorderTexts } from "../../../texts/useRecorderTexts";
import { SwitchNote } from "../Interruptions/SwitchNote";
import { rememberPair } from "../MicCheck/useDevicePair";
import { LostNote } from "../StorageNote/LostNote";
import { useMeter } from "../../../hooks/useMeter";
import { VoiceMeter } from "../VoiceMeter/VoiceMeter";
import classes from "./RecordingPanel.module.css";

/** Shown during a take: the counter and the meter. */
export function RecordingPanel({ recorder }: { recorder: Recorder }) {
  const t = useRecorderTexts();

  // A recording on these devices makes them known, so that the check is not offered for them again.
  useEffect(() => {
    rememberPair(recorder).catch((error: unknown) =>
      logFailure("remembering the devices failed", error),
    );
  }, [recorder]);

  return (
    <Stack gap="lg" className={classes.panel}>
      <VisuallyHidden role="status">{t.recording}</VisuallyHidden>
      <Counter recorder={recorder} />
      <LostNote recorder={recorder} />
      <SwitchNote recorder={recorder} />
    </Stack>
  );
}

function Counter({ recorder }: { recorder: Recorder }) {
  const t = useRecorderTexts();
  const { elapsedMs, voiceLevel, isClipping } = useMeter(recorder);
  const elapsed = formatTime(elapsedMs);
  return (
    <div>
      <Text
        role="timer"
        translate="no"
        className={classes.counter}
        aria-label={t.elapsed(elapsed, formatTime(MAX_VERSE_MS))}
      >
        <span className={classes.lamp} aria-hidden="true" />
        {elapsed}
        <span className={classes.limit}>/{formatTime(MAX_VERSE_MS)}</span>
      </Text>
      <VoiceMeter level={voiceLevel} isClipping={isClipping} />
    </div>
  );
}
