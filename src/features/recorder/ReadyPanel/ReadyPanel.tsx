import "@mantine/core/styles/Switch.layer.css";
import { Stack, Switch, Text } from "@mantine/core";
import type { Recorder } from "../../../audio/recorder";
import { useTexts } from "../../../texts/TextsProvider";
import { LevelControls } from "../LevelControls/LevelControls";

interface ReadyPanelProps {
  recorder: Recorder;
  hasHeadphones: boolean;
  isOpening: boolean;
  onHeadphones: (hasHeadphones: boolean) => void;
}

/** Before a take. */
export function ReadyPanel(props: ReadyPanelProps) {
  const { recorder, hasHeadphones, isOpening, onHeadphones } = props;
  const t = useTexts("recorder");
  return (
    <Stack gap="lg">
      <Switch
        size="lg"
        label={t.headphones}
        description={hasHeadphones ? t.headphonesHint : t.speakersHint}
        checked={hasHeadphones}
        disabled={isOpening}
        onChange={(event) => onHeadphones(event.currentTarget.checked)}
      />
      <LevelControls recorder={recorder} />
      {isOpening && <Text role="status">{t.opening}</Text>}
    </Stack>
  );
}
