import type { LiveVoice } from "../../../audio/studio/capturing/meteredCapture";
import type { GridMark, Rhythm } from "../../../../convex/shared/beatGrid";
import {
  beatHeight,
  latestBars,
  marksFor,
  pxPerMs,
  slotsIn,
  voiceHeight,
  type WaveformView,
  wholeBeat,
  xOf,
} from "./waveformView";

export interface WaveformColors {
  readonly beat: string;
  readonly beatBehind: string;
  readonly beatLine: string;
  readonly barLine: string;
  readonly loopLine: string;
  readonly label: string;
  readonly voice: string;
  readonly loud: string;
  readonly now: string;
}

/** The canvas to draw on, and its colours and font. */
export interface WaveformSheet {
  readonly context: CanvasRenderingContext2D;
  /** Sizes are in CSS pixels. */
  readonly widthPx: number;
  readonly heightPx: number;
  readonly colors: WaveformColors;
  readonly font: string;
}

/** The content of a drawing. */
export interface WaveformScene {
  readonly bpm: number;
  readonly durationMs: number;
  readonly firstBarMs: number;
  readonly peaks: readonly number[];
  /** Null while no take is running; then the whole beat is drawn. */
  readonly voice: LiveVoice | null;
  readonly isStill: boolean;
}

/** Space for the bar numbers. */
const TOP_PX = 22;
const BOTTOM_PX = 8;
/** Levels above this are so close to full scale that the microphone may clip. */
const LOUD = 0.95;
const LEAST_HEIGHT_PX = 2;
const BAR_SHARE = 0.66;
/** Height of the beat behind the voice, as a fraction of its full height. */
const SHARE_BEHIND = 0.6;

export function drawWaveform(sheet: WaveformSheet, scene: WaveformScene): void {
  const { context, widthPx, heightPx } = sheet;
  const { voice } = scene;
  const { bpm, firstBarMs } = scene;
  const loopMs = voice?.loopMs ?? scene.durationMs;
  const rhythm = { bpm, loopMs, firstBarMs };
  const span = voice
    ? latestBars(rhythm, voice.atMs, scene.isStill)
    : wholeBeat(rhythm);
  const view = { ...span, widthPx };
  context.clearRect(0, 0, widthPx, heightPx);
  for (const mark of marksFor(view, rhythm)) drawMark(sheet, view, mark);
  drawBeat(sheet, view, { rhythm, scene });
  if (!voice) return;
  drawVoice(sheet, view, { rhythm, voice });
  context.fillStyle = sheet.colors.now;
  context.fillRect(xOf(view, voice.atMs) - 1, 0, 2, heightPx);
}

function drawMark(
  { context, heightPx, colors, font }: WaveformSheet,
  view: WaveformView,
  { atMs, kind, bar }: GridMark,
): void {
  const x = xOf(view, atMs);
  if (kind === "beat") {
    context.fillStyle = colors.beatLine;
    context.fillRect(x, TOP_PX, 1, heightPx - TOP_PX);
    return;
  }
  context.fillStyle = kind === "loop" ? colors.loopLine : colors.barLine;
  if (kind === "loop") drawRepeatSign(context, x, heightPx);
  else context.fillRect(x, 0, 1, heightPx);
  context.fillStyle = colors.label;
  context.font = font;
  context.textBaseline = "middle";
  context.fillText(String(bar), x + (kind === "loop" ? 10 : 5), TOP_PX / 2 + 1);
}

/** Draws the start-repeat sign of sheet music: a thick and a thin line. */
function drawRepeatSign(
  context: CanvasRenderingContext2D,
  x: number,
  heightPx: number,
): void {
  context.fillRect(x, 0, 3, heightPx);
  context.fillRect(x + 5, 0, 1, heightPx);
}

interface BeatLayer {
  readonly rhythm: Rhythm;
  readonly scene: WaveformScene;
}

function drawBeat(
  sheet: WaveformSheet,
  view: WaveformView,
  { rhythm, scene }: BeatLayer,
): void {
  const { colors } = sheet;
  const path = new Path2D();
  const share = scene.voice ? SHARE_BEHIND : 1;
  for (const slot of slotsIn(view, rhythm)) {
    const height = share * beatHeight(scene.peaks, rhythm, slot);
    addBar(path, sheet, barOf(view, slot.fromMs, slot.toMs), height);
  }
  sheet.context.fillStyle = scene.voice ? colors.beatBehind : colors.beat;
  sheet.context.fill(path);
}

interface VoiceLayer {
  readonly rhythm: Rhythm;
  readonly voice: LiveVoice;
}

function drawVoice(
  sheet: WaveformSheet,
  view: WaveformView,
  { rhythm, voice }: VoiceLayer,
): void {
  const { history, atMs } = voice;
  const spoken = new Path2D();
  const loud = new Path2D();
  for (const { fromMs, toMs } of slotsIn(view, rhythm)) {
    if (fromMs >= atMs) break;
    const untilMs = Math.min(toMs, atMs);
    const level = history.loudest(fromMs, untilMs);
    const path = level >= LOUD ? loud : spoken;
    addBar(path, sheet, barOf(view, fromMs, untilMs), voiceHeight(level));
  }
  sheet.context.fillStyle = sheet.colors.voice;
  sheet.context.fill(spoken);
  sheet.context.fillStyle = sheet.colors.loud;
  sheet.context.fill(loud);
}

interface Bar {
  readonly x: number;
  readonly width: number;
}

function barOf(view: WaveformView, fromMs: number, toMs: number): Bar {
  const width = BAR_SHARE * (toMs - fromMs) * pxPerMs(view);
  return { x: xOf(view, fromMs), width };
}

/** Adds a vertically centred bar. `height` is a fraction of the space below the bar numbers. */
function addBar(
  path: Path2D,
  { heightPx }: WaveformSheet,
  { x, width }: Bar,
  height: number,
): void {
  const room = heightPx - TOP_PX - BOTTOM_PX;
  const tall = Math.max(LEAST_HEIGHT_PX, height * room);
  path.rect(x, TOP_PX + (room - tall) / 2, width, tall);
}
