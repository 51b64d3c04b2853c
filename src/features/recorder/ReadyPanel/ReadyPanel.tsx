import { Stack, Switch } from "@mantine/core";
import type { Terms } from "../../../../convex/shared/terms";
import type { Recorder } from "../../../audio/studio/recorder";
import { TermsLine } from "../../../components/Terms/TermsLine";
import { useRecorderTexts } from "../../../texts/useRecorderTexts";
import type { TakeBeat } from "../LiveWaveform/LiveWaveform";
import { TakeOptions } from "../TakeOptions/TakeOptions";
import { useSettings } from "../useStudio";
import { HeadphonesSwitch } from "./HeadphonesSwitch";

interface ReadyPanelProps {
  recorder: Recorder;
  /** Terms of the beat, which also apply to the verse. */
  terms: Terms;
  beat: TakeBeat;
  isOpening: boolean;
  hasFixedBars: boolean;
  /** Opens the check of headphones, level and sync. */
  onCheck: () => void;
}

/** The terms and settings shown before a take. */
export function ReadyPanel(props: ReadyPanelProps) {
  const { recorder, terms, beat, isOpening, onCheck } = props;
  const { hasCountIn } = useSettings(recorder);
  const t = useRecorderTexts();
  return (
    <Stack gap="lg">
      <TermsLine terms={terms} />
      <HeadphonesSwitch recorder={recorder} isDisabled={isOpening} />
      <Switch
        size="lg"
        label={t.countIn}
        checked={hasCountIn}
        disabled={isOpening}
        onChange={(event) =>
          recorder.changeSettings({ hasCountIn: event.currentTarget.checked })
        }
      />
      <TakeOptions
        recorder={recorder}
        beat={beat}
        isOpening={isOpening}
        hasFixedBars={props.hasFixedBars}
        onCheck={onCheck}
      />
    </Stack>
  );
}
