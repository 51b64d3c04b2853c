import { Stack } from "@mantine/core";
import type { Recorder } from "../../../audio/studio/recorder";
import { useRecorderTexts } from "../../../texts/useRecorderTexts";
import { LevelSlider } from "../LevelSlider/LevelSlider";
import { useSettings } from "../useStudio";

/** Sliders for the levels of voice and beat, used before a take. */
export function LevelControls({ recorder }: { recorder: Recorder }) {
  const t = useRecorderTexts();
  const { levels } = useSettings(recorder);
  return (
    <Stack gap="sm">
      <LevelSlider
        label={t.voiceLevel}
        value={levels.voice}
        onChange={(voice) =>
          recorder.changeSettings({ levels: { ...levels, voice } })
        }
      />
      <LevelSlider
        label={t.beatLevel}
        value={levels.beat}
        onChange={(beat) =>
          recorder.changeSettings({ levels: { ...levels, beat } })
        }
      />
    </Stack>
  );
}
