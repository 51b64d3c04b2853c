import { Slider, Stack, Text } from "@mantine/core";
import { useId } from "react";
import type { Recorder } from "../../../audio/recorder";
import { useTexts } from "../../../texts/TextsProvider";
import { useLevels } from "../useRecorder";

/** Voice and beat in the mix, before and while recording. */
export function LevelControls({ recorder }: { recorder: Recorder }) {
  const t = useTexts("recorder");
  const levels = useLevels(recorder);
  return (
    <Stack gap="sm">
      <Level
        label={t.voiceLevel}
        value={levels.voice}
        onChange={(voice) => recorder.setLevels({ ...levels, voice })}
      />
      <Level
        label={t.beatLevel}
        value={levels.beat}
        onChange={(beat) => recorder.setLevels({ ...levels, beat })}
      />
    </Stack>
  );
}

interface LevelProps {
  label: string;
  value: number;
  onChange: (value: number) => void;
}

function Level({ label, value, onChange }: LevelProps) {
  const id = useId();
  return (
    <div>
      <Text id={id} fw={600}>
        {label}
      </Text>
      <Slider
        aria-labelledby={id}
        thumbProps={{ "aria-labelledby": id }}
        min={0}
        max={1.5}
        step={0.05}
        size="lg"
        thumbSize={30}
        value={value}
        label={(share) => `${Math.round(share * 100)}%`}
        onChange={onChange}
      />
    </div>
  );
}
