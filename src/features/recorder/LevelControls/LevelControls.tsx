import { Stack } from "@mantine/core";
import type { Recorder } from "../../../audio/recorder";
import { useTexts } from "../../../texts/TextsProvider";
import { LevelSlider } from "../LevelSlider/LevelSlider";
import { useLevels } from "../useRecorder";

/** Voice and beat in the mix, before and while recording. */
export function LevelControls({ recorder }: { recorder: Recorder }) {
  const t = useTexts("recorder");
  const levels = useLevels(recorder);
  return (
    <Stack gap="sm">
      <LevelSlider
        label={t.voiceLevel}
        value={levels.voice}
        onChange={(voice) => recorder.setLevels({ ...levels, voice })}
      />
      <LevelSlider
        label={t.beatLevel}
        value={levels.beat}
        onChange={(beat) => recorder.setLevels({ ...levels, beat })}
      />
    </Stack>
  );
}
