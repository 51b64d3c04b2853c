import "@mantine/core/styles/Switch.layer.css";
import { Stack, Switch } from "@mantine/core";
import type { DelayCheck } from "../../../audio/delayCheck";
import type { Recorder } from "../../../audio/recorder";
import { useTexts } from "../../../texts/TextsProvider";
import { DelayPanel } from "../DelayPanel/DelayPanel";
import { LevelControls } from "../LevelControls/LevelControls";
import { useDelayCheck } from "../useRecorder";

interface ReadyPanelProps {
  recorder: Recorder;
  delayCheck: DelayCheck;
  hasHeadphones: boolean;
  hasCountIn: boolean;
  isOpening: boolean;
  onHeadphones: (hasHeadphones: boolean) => void;
  onCountIn: (hasCountIn: boolean) => void;
}

/** Before a take. */
export function ReadyPanel(props: ReadyPanelProps) {
  const { recorder, delayCheck } = props;
  const { hasHeadphones, hasCountIn, isOpening } = props;
  const t = useTexts("recorder");
  const isMeasuring = useDelayCheck(delayCheck).phase === "measuring";
  return (
    <Stack gap="lg">
      <Switch
        size="lg"
        label={t.headphones}
        description={hasHeadphones ? t.headphonesHint : t.speakersHint}
        checked={hasHeadphones}
        disabled={isOpening || isMeasuring}
        onChange={(event) => props.onHeadphones(event.currentTarget.checked)}
      />
      <Switch
        size="lg"
        label={t.countIn}
        checked={hasCountIn}
        disabled={isOpening}
        onChange={(event) => props.onCountIn(event.currentTarget.checked)}
      />
      <LevelControls recorder={recorder} />
      <DelayPanel
        delayCheck={delayCheck}
        hasHeadphones={hasHeadphones}
        isDisabled={isOpening}
      />
    </Stack>
  );
}
