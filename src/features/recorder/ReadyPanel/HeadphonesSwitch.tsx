import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Switch.layer.css";
import { Switch } from "@mantine/core";
import type { Recorder } from "../../../audio/studio/recorder";
import { useRecorderTexts } from "../../../texts/useRecorderTexts";
import { useSettings } from "../useStudio";

interface HeadphonesSwitchProps {
  recorder: Recorder;
  isDisabled: boolean;
}

/** Lets the rapper say whether they wear headphones, which decides how the microphone is opened. */
export function HeadphonesSwitch(props: HeadphonesSwitchProps) {
  const { recorder, isDisabled } = props;
  const { hasHeadphones } = useSettings(recorder);
  const t = useRecorderTexts();
  return (
    <Switch
      size="lg"
      label={t.headphones}
      description={hasHeadphones ? t.headphonesHint : t.speakersHint}
      checked={hasHeadphones}
      disabled={isDisabled}
      onChange={(event) =>
        recorder.changeSettings({ hasHeadphones: event.currentTarget.checked })
      }
    />
  );
}
