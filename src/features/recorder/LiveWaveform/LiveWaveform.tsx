import { Text, useComputedColorScheme } from "@mantine/core";
import { useReducedMotion } from "@mantine/hooks";
import { useEffect, useRef } from "react";
import type { Recorder } from "../../../audio/recorder";
import { useTexts } from "../../../texts/TextsProvider";
import { useCount } from "../useRecorder";
import { drawWaveform } from "./drawWaveform";
import classes from "./LiveWaveform.module.css";
import { WaveformCanvas } from "./waveformCanvas";

/** What a take is recorded over. */
export interface TakeBeat {
  readonly title: string;
  readonly bpm: number;
  readonly durationMs: number;
  readonly peaks: readonly number[];
}

interface LiveWaveformProps {
  recorder: Recorder;
  beat: TakeBeat;
  isRecording: boolean;
  /** Said over the picture, where it moves nothing. */
  isOpening: boolean;
}

const FRAME_MS = 1000 / 30;
/** For those who want no motion. */
const STILL_FRAME_MS = 400;

/** The beat and, as it is recorded, the voice on its grid of bars. The meter and the counter tell the same in words. */
export function LiveWaveform(props: LiveWaveformProps) {
  const { recorder, beat, isRecording, isOpening } = props;
  const { bpm, durationMs, peaks } = beat;
  const canvasRef = useRef<HTMLCanvasElement>(null);
  const scheme = useComputedColorScheme("dark");
  const isStill = useReducedMotion();

  useEffect(() => {
    if (!canvasRef.current) return;
    const canvas = new WaveformCanvas(canvasRef.current, (sheet) => {
      const voice = recorder.readLiveVoice();
      drawWaveform(sheet, { bpm, durationMs, peaks, voice, isStill });
    });
    if (isRecording) canvas.repeat(isStill ? STILL_FRAME_MS : FRAME_MS);
    return () => canvas.dispose();
    // The scheme is read from the page's variables by the canvas.
  }, [recorder, bpm, durationMs, peaks, isRecording, isStill, scheme]);

  return (
    <div className={classes.frame}>
      <canvas ref={canvasRef} className={classes.canvas} aria-hidden="true" />
      {isOpening && <Opening recorder={recorder} />}
    </div>
  );
}

function Opening({ recorder }: { recorder: Recorder }) {
  const t = useTexts("recorder");
  const count = useCount(recorder);
  return (
    <Text role="status" className={classes.note}>
      {count === null ? t.opening : t.countingIn}
    </Text>
  );
}
