import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Switch.layer.css";
import { Stack, Switch } from "@mantine/core";
import type { DelayCheck } from "../../../audio/studio/delayCheck";
import type { Terms } from "../../../../convex/shared/terms";
import type { Recorder } from "../../../audio/studio/recorder";
import { TermsLine } from "../../../components/Terms/TermsLine";
import { useRecorderTexts } from "../../../texts/useRecorderTexts";
import { DelayPanel } from "../DelayPanel/DelayPanel";
import type { TakeBeat } from "../LiveWaveform/LiveWaveform";
import { TakeOptions } from "../TakeOptions/TakeOptions";
import { useDelayCheck, useSettings } from "../useStudio";

interface ReadyPanelProps {
  recorder: Recorder;
  delayCheck: DelayCheck;
  /** Terms of the beat, which also apply to the verse. */
  terms: Terms;
  beat: TakeBeat;
  isOpening: boolean;
}

/** The terms and settings shown before a take. */
export function ReadyPanel(props: ReadyPanelProps) {
  const { recorder, delayCheck, terms, beat, isOpening } = props;
  const { hasHeadphones, hasCountIn } = useSettings(recorder);
  const t = useRecorderTexts();
  const isMeasuring = useDelayCheck(delayCheck).status === "measuring";
  return (
    <Stack gap="lg">
      <TermsLine terms={terms} />
      <Switch
        size="lg"
        label={t.headphones}
        description={hasHeadphones ? t.headphonesHint : t.speakersHint}
        checked={hasHeadphones}
        disabled={isOpening || isMeasuring}
        onChange={(event) =>
          recorder.changeSettings({
            hasHeadphones: event.currentTarget.checked,
          })
        }
      />
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
        isMeasuring={isMeasuring}
      />
      <DelayPanel
        delayCheck={delayCheck}
        hasHeadphones={hasHeadphones}
        isDisabled={isOpening}
      />
    </Stack>
  );
}
