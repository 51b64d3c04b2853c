import { Text, useComputedColorScheme } from "@mantine/core";
import { useReducedMotion } from "@mantine/hooks";
import { useEffect, useRef } from "react";
import type { Grid } from "../../../../convex/shared/bars";
import type { Recorder } from "../../../audio/studio/recorder";
import { useRecorderTexts } from "../../../texts/useRecorderTexts";
import { useCount } from "../useStudio";
import { drawWaveform } from "./drawWaveform";
import classes from "./LiveWaveform.module.css";
import { WaveformCanvas } from "./waveformCanvas";

/** The beat that a take is recorded over. */
export interface TakeBeat {
  readonly title: string;
  readonly bpm: number;
  readonly durationMs: number;
  readonly grid?: Grid | null;
  readonly peaks: readonly number[];
}

interface LiveWaveformProps {
  recorder: Recorder;
  beat: TakeBeat;
  isRecording: boolean;
  /** Shows a note over the drawing while the microphone opens; over it, so that nothing moves. */
  isOpening: boolean;
}

const FRAME_MS = 1000 / 30;
/** Drawing period for users who prefer reduced motion. */
const STILL_FRAME_MS = 400;

/**
 * Draws the beat on a grid of bars and, while recording, the voice over it. Hidden from screen
 * readers, which read the meter and the counter instead.
 */
export function LiveWaveform(props: LiveWaveformProps) {
  const { recorder, beat, isRecording, isOpening } = props;
  const { bpm, durationMs, peaks } = beat;
  const firstBarMs = beat.grid?.firstBarMs ?? 0;
  const canvasRef = useRef<HTMLCanvasElement>(null);
  const scheme = useComputedColorScheme("dark");
  const isStill = useReducedMotion();

  useEffect(() => {
    if (!canvasRef.current) return;
    const canvas = new WaveformCanvas(canvasRef.current, (sheet) => {
      const voice = recorder.readLiveVoice();
      const beatDrawn = { bpm, durationMs, firstBarMs, peaks };
      drawWaveform(sheet, { ...beatDrawn, voice, isStill });
    });
    if (isRecording) canvas.repeat(isStill ? STILL_FRAME_MS : FRAME_MS);
    return () => canvas.dispose();
    // Depends on `scheme` because the canvas reads its colours from CSS variables when it is
    // created.
  }, [
    recorder,
    bpm,
    durationMs,
    firstBarMs,
    peaks,
    isRecording,
    isStill,
    scheme,
  ]);

  return (
    <div className={classes.frame}>
      <canvas ref={canvasRef} className={classes.canvas} aria-hidden="true" />
      {isOpening && <Opening recorder={recorder} />}
    </div>
  );
}

function Opening({ recorder }: { recorder: Recorder }) {
  const t = useRecorderTexts();
  const count = useCount(recorder);
  return (
    <Text role="status" className={classes.note}>
      {count === null ? t.opening : t.countingIn}
    </Text>
  );
}
