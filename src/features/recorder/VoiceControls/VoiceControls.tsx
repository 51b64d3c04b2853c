import { Button, Group, Slider, Stack, Text } from "@mantine/core";
import { useId } from "react";
import { MAX_TIMING_MS } from "../../../audio/latency";
import {
  AS_RECORDED,
  isAsRecorded,
  type VoiceMix,
} from "../../../audio/mixPlan";
import { useTexts } from "../../../texts/TextsProvider";
import { timingText } from "../delayText";
import { LevelSlider } from "../LevelSlider/LevelSlider";

const STEP_MS = 5;

interface VoiceControlsProps {
  mix: VoiceMix;
  onChange: (mix: VoiceMix) => void;
}

/** Puts the voice of a finished take where it belongs. */
export function VoiceControls({ mix, onChange }: VoiceControlsProps) {
  const t = useTexts("recorder");
  const { voice: texts } = t;
  const id = useId();
  const { timingMs } = mix;
  const handleTiming = (ms: number) => onChange({ ...mix, timingMs: ms });
  return (
    <Stack gap="sm">
      <div>
        <Group justify="space-between" gap="xs">
          <Text id={id} fw={600}>
            {texts.timing}
          </Text>
          <Text aria-live="polite">{timingText(texts, timingMs)}</Text>
        </Group>
        <Slider
          aria-labelledby={id}
          thumbProps={{ "aria-labelledby": id }}
          thumbValueText={timingText(texts, timingMs)}
          min={-MAX_TIMING_MS}
          max={MAX_TIMING_MS}
          step={STEP_MS}
          size="lg"
          thumbSize={30}
          label={null}
          startPointValue={0}
          value={timingMs}
          onChange={handleTiming}
        />
      </div>
      <Group grow gap="sm">
        <Button
          variant="default"
          px="xs"
          disabled={timingMs <= -MAX_TIMING_MS}
          onClick={() => handleTiming(timingMs - STEP_MS)}
        >
          {texts.earlier(STEP_MS)}
        </Button>
        <Button
          variant="default"
          px="xs"
          disabled={timingMs >= MAX_TIMING_MS}
          onClick={() => handleTiming(timingMs + STEP_MS)}
        >
          {texts.later(STEP_MS)}
        </Button>
      </Group>
      <LevelSlider
        label={t.voiceLevel}
        value={mix.voice}
        onChange={(voice) => onChange({ ...mix, voice })}
      />
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm" c="dimmed">
          {texts.hint}
        </Text>
        <Button
          variant="subtle"
          flex="none"
          disabled={isAsRecorded(mix)}
          onClick={() => onChange(AS_RECORDED)}
        >
          {texts.reset}
        </Button>
      </Group>
    </Stack>
  );
}
