import { Stack, Text } from "@mantine/core";
import type { Recorder } from "../../../audio/studio/recorder";
import { Fold } from "../../../components/Fold/Fold";
import { useBarsTexts } from "../../../texts/useBarsTexts";
import { useMicCheckTexts } from "../../../texts/useMicCheckTexts";
import { LevelControls } from "../LevelControls/LevelControls";
import type { TakeBeat } from "../LiveWaveform/LiveWaveform";
import { MicCheck } from "../MicCheck/MicCheck";
import { useDevicePair } from "../MicCheck/useDevicePair";
import { SectionChoice } from "../SectionChoice/SectionChoice";
import { useSettings } from "../useStudio";

interface TakeOptionsProps {
  recorder: Recorder;
  beat: TakeBeat;
  isOpening: boolean;
  isMeasuring: boolean;
}

/** A fold with the section, the levels and the mic check, which most takes do without. */
export function TakeOptions(props: TakeOptionsProps) {
  const { recorder, beat, isOpening, isMeasuring } = props;
  const t = useMicCheckTexts();
  const { section: texts } = useBarsTexts();
  const { section } = useSettings(recorder);
  const { pair, remember } = useDevicePair(recorder);
  return (
    <Fold
      title={
        <>
          {t.door}
          {section && ` (${texts.option(section.bars)})`}
          {!pair.isKnown && (
            <Text component="span" display="block" size="sm" c="dimmed">
              {t.firstTime}
            </Text>
          )}
        </>
      }
    >
      <Stack gap="lg" py="xs">
        <SectionChoice recorder={recorder} beat={beat} isDisabled={isOpening} />
        <LevelControls recorder={recorder} />
        <MicCheck
          recorder={recorder}
          pair={pair}
          isDisabled={isOpening || isMeasuring}
          onChecked={remember}
        />
      </Stack>
    </Fold>
  );
}
