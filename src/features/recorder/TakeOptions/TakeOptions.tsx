import { Button, Stack } from "@mantine/core";
import type { Recorder } from "../../../audio/studio/recorder";
import { Fold } from "../../../components/Fold/Fold";
import { useBarsTexts } from "../../../texts/useBarsTexts";
import { useMicCheckTexts } from "../../../texts/useMicCheckTexts";
import type { TakeBeat } from "../LiveWaveform/LiveWaveform";
import { SectionChoice } from "../SectionChoice/SectionChoice";
import { useSettings } from "../useStudio";
import classes from "./TakeOptions.module.css";

interface TakeOptionsProps {
  recorder: Recorder;
  beat: TakeBeat;
  isOpening: boolean;
  hasFixedBars: boolean;
  onCheck: () => void;
}

/**
 * A folded section with the choice of bars and the button of the mic check, which most takes do not
 * need.
 */
export function TakeOptions(props: TakeOptionsProps) {
  const { recorder, beat, isOpening, onCheck } = props;
  const t = useMicCheckTexts();
  const { section: texts } = useBarsTexts();
  const { section } = useSettings(recorder);
  return (
    <Fold
      title={
        <>
          {t.door}
          {section && ` (${texts.option(section.bars)})`}
        </>
      }
    >
      <Stack gap="md" py="xs">
        {!props.hasFixedBars && (
          <SectionChoice
            recorder={recorder}
            beat={beat}
            isDisabled={isOpening}
          />
        )}
        <Button
          variant="default"
          disabled={isOpening}
          classNames={{ root: classes.check, label: classes.checkLabel }}
          onClick={onCheck}
        >
          {t.ask}
        </Button>
      </Stack>
    </Fold>
  );
}
