import "@mantine/core/styles/Slider.layer.css";
import { ActionIcon, Button, Group, Slider, Stack, Text } from "@mantine/core";
import { useId } from "react";
import { MAX_TIMING_MS } from "../../../audio/delay/latency";
import {
  AS_RECORDED,
  beatLevelOf,
  isAsRecorded,
} from "../../../audio/mix/mixPlan";
import type { VoiceMix } from "../../../audio/store/voiceMix";
import { useRecorderTexts } from "../../../texts/useRecorderTexts";
import { timingText } from "../delayText";
import { LevelSlider } from "../LevelSlider/LevelSlider";

const STEP_MS = 5;

interface VoiceControlsProps {
  mix: VoiceMix;
  onChange: (mix: VoiceMix) => void;
}

/**
 * Controls for the timing and the levels of a finished take. Changes are heard while the take
 * plays.
 */
export function VoiceControls({ mix, onChange }: VoiceControlsProps) {
  const t = useRecorderTexts();
  return (
    <Stack gap="sm">
      <Timing
        timingMs={mix.timingMs}
        onChange={(timingMs) => onChange({ ...mix, timingMs })}
      />
      <LevelSlider
        label={t.voiceLevel}
        value={mix.voice}
        onChange={(voice) => onChange({ ...mix, voice })}
      />
      <LevelSlider
        label={t.beatLevel}
        value={beatLevelOf(mix)}
        onChange={(beat) => onChange({ ...mix, beat })}
      />
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm" c="dimmed">
          {t.voice.hint}
        </Text>
        <Button
          variant="subtle"
          flex="none"
          disabled={isAsRecorded(mix)}
          onClick={() => onChange(AS_RECORDED)}
        >
          {t.voice.reset}
        </Button>
      </Group>
    </Stack>
  );
}

interface TimingProps {
  timingMs: number;
  onChange: (timingMs: number) => void;
}

/** Moves the voice against the beat, with a slider or step by step. */
function Timing({ timingMs, onChange }: TimingProps) {
  const { voice: t } = useRecorderTexts();
  const id = useId();
  return (
    <div>
      <Group justify="space-between" gap="xs">
        <Text id={id} fw={600}>
          {t.timing}
        </Text>
        <Group gap={4} wrap="nowrap">
          <Step
            sign="−"
            label={t.earlier(STEP_MS)}
            isDisabled={timingMs <= -MAX_TIMING_MS}
            onPress={() => onChange(timingMs - STEP_MS)}
          />
          <Text aria-live="polite">{timingText(t, timingMs)}</Text>
          <Step
            sign="+"
            label={t.later(STEP_MS)}
            isDisabled={timingMs >= MAX_TIMING_MS}
            onPress={() => onChange(timingMs + STEP_MS)}
          />
        </Group>
      </Group>
      <Slider
        aria-labelledby={id}
        thumbProps={{ "aria-labelledby": id }}
        thumbValueText={timingText(t, timingMs)}
        min={-MAX_TIMING_MS}
        max={MAX_TIMING_MS}
        step={STEP_MS}
        size="lg"
        thumbSize={30}
        label={null}
        startPointValue={0}
        value={timingMs}
        onChange={onChange}
      />
    </div>
  );
}

interface StepProps {
  sign: string;
  label: string;
  isDisabled: boolean;
  onPress: () => void;
}

/** A small button beside the number. */
function Step({ sign, label, isDisabled, onPress }: StepProps) {
  return (
    <ActionIcon aria-label={label} disabled={isDisabled} onClick={onPress}>
      {sign}
    </ActionIcon>
  );
}
