import { Button, Group, Input, Text } from "@mantine/core";
import { type KeyboardEvent, type MouseEvent, useId, useState } from "react";
import type { FileAnalysis } from "../../../audio/analysis/analyseFile";
import { useBarsTexts } from "../../../texts/useBarsTexts";
import {
  beatLines,
  clampedStart,
  soundPath,
  VIEW_MS,
  viewStart,
} from "./firstBarView";
import classes from "./FirstBarField.module.css";

interface FirstBarFieldProps {
  /** Start of bar 1 in whole ms. */
  value: number;
  bpm: number;
  sound: Pick<FileAnalysis, "levels" | "durationMs">;
  isDisabled: boolean;
  onChange: (firstBarMs: number) => void;
}

/** Steps of the arrow keys, in ms. */
const STEP_MS = 1;
const SHIFT_STEP_MS = 10;
const STEPS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
};

/** A slider over a part of the waveform that sets where bar 1 starts. */
export function FirstBarField(props: FirstBarFieldProps) {
  const { value, bpm, sound, isDisabled } = props;
  const { durationMs } = sound;
  const t = useBarsTexts();
  const id = useId();
  const { fromMs, move, browse } = useView(props);

  const handleKeyDown = (event: KeyboardEvent) => {
    const direction = STEPS[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    move(value + direction * (event.shiftKey ? SHIFT_STEP_MS : STEP_MS));
  };

  const handleClick = (event: MouseEvent<SVGSVGElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    if (width > 0) move(fromMs + ((event.clientX - left) / width) * VIEW_MS);
  };

  return (
    <Input.Wrapper
      id={id}
      labelElement="div"
      label={t.firstBar}
      description={t.firstBarHint}
      size="md"
    >
      <svg
        className={classes.field}
        viewBox={`0 0 ${VIEW_MS} 1`}
        preserveAspectRatio="none"
        role="slider"
        tabIndex={0}
        aria-label={t.firstBar}
        aria-describedby={`${id}-description`}
        aria-disabled={isDisabled}
        aria-valuemin={0}
        aria-valuemax={Math.floor(durationMs)}
        aria-valuenow={value}
        aria-valuetext={t.firstBarAt(value)}
        onClick={handleClick}
        onKeyDown={handleKeyDown}
      >
        <Lines {...{ levels: sound.levels, bpm, value, fromMs }} />
      </svg>
      <Group gap="xs" mt="xs">
        <Text aria-hidden="true">{t.firstBarAt(value)}</Text>
        <Step
          label={t.earlier}
          isDisabled={isDisabled || fromMs <= 0}
          onClick={() => browse(-0.5)}
        />
        <Step
          label={t.later}
          isDisabled={isDisabled || fromMs + VIEW_MS >= durationMs}
          onClick={() => browse(0.5)}
        />
        <Step
          label={t.clear}
          isDisabled={isDisabled || value === 0}
          onClick={() => move(0)}
        />
      </Group>
    </Input.Wrapper>
  );
}

/** The visible part of the sound. It follows the value and can also be moved by the user. */
function useView({ value, sound, isDisabled, onChange }: FirstBarFieldProps) {
  const { durationMs } = sound;
  const [shownFromMs, setShownFromMs] = useState<number | null>(null);
  const [isBrowsing, setIsBrowsing] = useState(false);
  const fromMs =
    isBrowsing && shownFromMs !== null
      ? shownFromMs
      : viewStart(value, shownFromMs, durationMs);

  const move = (toMs: number) => {
    if (isDisabled) return;
    const last = Math.max(0, Math.ceil(durationMs) - 1);
    const next = Math.max(0, Math.min(last, Math.round(toMs)));
    setIsBrowsing(false);
    setShownFromMs(viewStart(next, fromMs, durationMs));
    onChange(next);
  };

  const browse = (share: number) => {
    setIsBrowsing(true);
    setShownFromMs(clampedStart(fromMs + share * VIEW_MS, durationMs));
  };

  return { fromMs, move, browse };
}

interface LinesProps {
  levels: FileAnalysis["levels"];
  bpm: number;
  value: number;
  fromMs: number;
}

/** The sound, with lines at its beats and at bar 1. */
function Lines({ levels, bpm, value, fromMs }: LinesProps) {
  return (
    <>
      <path className={classes.sound} d={soundPath(levels, fromMs)} />
      {beatLines(bpm, value, fromMs).map(({ atMs, isBar }) => (
        <Line
          key={atMs}
          x={atMs - fromMs}
          className={isBar ? classes.bar : classes.beat}
        />
      ))}
      <Line x={value - fromMs} className={classes.first} />
    </>
  );
}

function Line({ x, className }: { x: number; className: string | undefined }) {
  return <line className={className} x1={x} x2={x} y1={0} y2={1} />;
}

interface StepProps {
  label: string;
  isDisabled: boolean;
  onClick: () => void;
}

function Step({ label, isDisabled, onClick }: StepProps) {
  return (
    <Button variant="subtle" disabled={isDisabled} onClick={onClick}>
      {label}
    </Button>
  );
}
