import { wait } from "../../lib/wait";
import type { BeatLoop } from "../signal/beatLoop";
import type { BeatSound, Heard } from "../signal/beatSound";
import type { CaptureLevels } from "../signal/captureLevels";
import { CaptureGraph } from "./captureGraph";
import { type CountIn, playCountIn } from "./countIn";
import { countDown, type SectionRequest } from "./leadIn";
import { planSection, type SectionPlan } from "./sectionPlan";
import type { DelayInUse } from "../delay/delayInUse";
import { type TakeDelays, takeDelays } from "../delay/latency";
import type { VoiceReading } from "./levelHistory";
import { begin, finish, prepareRecorder } from "./mixRecorder";
import { type Passage, playGuide } from "./passage";
import { keepScreenOn } from "./keepScreenOn";
import { monitorLevel } from "../signal/microphone";
import type { Scope } from "../../lib/scope";
import type { Stem, StemBlock, StemInfo } from "../store/stem";
import type { StopReason } from "./takeProblem";
import { StemCapture } from "./stemCapture";
import { BEATS_IN_BAR, MAX_VERSE_MS } from "../../../convex/shared/limits";
import { beatMs } from "../../../convex/shared/beatGrid";
import { type LeadRequest, playVerseLead } from "./verseLead";
import { watchInterruptions } from "./watchInterruptions";
import { watchMicrophone } from "./watchMicrophone";
import type { VoiceInput } from "./voice/voiceInput";

export interface CaptureRequest {
  readonly beatUrl: string;
  readonly bpm: number;
  readonly hasHeadphones: boolean;
  readonly levels: CaptureLevels;
  /** Null starts the beat without a count-in. */
  readonly countIn: CountIn | null;
  /** Null records from the start of the beat until the take is stopped. */
  readonly section: SectionRequest | null;
  /**
   * The end of a verse that is heard first. It replaces the count-in, or the bar of beat before a
   * section.
   */
  readonly lead?: LeadRequest | null;
  /** Absent for a whole take. With it, there is neither a count-in nor a section. */
  readonly passage?: Passage;
  /**
   * Called about once a second with the next part of the file, so that a crash loses only about a
   * second.
   */
  readonly onChunk: (chunk: Blob, mimeType: string) => void;
  /**
   * Called once before the first stem block. Neither stem callback is called where the browser has
   * no worklets.
   */
  readonly onStem: (info: StemInfo) => void;
  /** Called with each block of the voice track. */
  readonly onStemBlock: (block: StemBlock) => void;
  /** Called when the microphone is unplugged or silenced, or when the system suspends audio. */
  readonly onInterrupted: (reason: StopReason) => void;
  /** Called when the system switches to another microphone. */
  readonly onSwitch: () => void;
  /**
   * Called with true when the open microphone sends no sound for two seconds, even during a
   * count-in, and with false when it is heard again.
   */
  readonly onSilence: (isSilent: boolean) => void;
}

/** The finished recording. `stem` is null if the voice was not recorded separately. */
export interface Recording {
  readonly mimeType: string;
  readonly chunks: Blob[];
  readonly stem: Stem | null;
  /** How often the sound was interrupted or moved while it was recorded. */
  readonly interruptions?: number;
}

/** Handle for a take that is being recorded. */
export interface RunningCapture {
  /** Length of the part of the beat that repeats. */
  readonly loopMs: number;
  /** Length of a take of a section or a passage, which ends by itself; absent for a free take. */
  readonly takeMs?: number;
  /** Time since the beat, the section or the passage started. */
  elapsedMs(): number;
  /**
   * Position on the beat of a word that arrives now, counted through all loops; negative before the
   * first note.
   */
  voiceAtMs(): number;
  readVoice(): VoiceReading;
  /** Ends the take, closes the microphone and returns the take. */
  stop(): Promise<Recording>;
}

export interface CaptureParts {
  readonly context: AudioContext;
  readonly microphone: MediaStream;
  readonly voice: VoiceInput;
  readonly beat: BeatSound;
  readonly delay: DelayInUse;
  /** The verse that leads in; null without one, or if it could not be loaded. */
  readonly leadVerse: AudioBuffer | null;
  /**
   * Owns the microphone and the voice, and everything that a take sets up. Ending the take disposes
   * it.
   */
  readonly scope: Scope;
}

/** How long the beat goes on after a take has reached its maximum length. */
const HEARD_AFTER_MS = 5_000;

/** Returns the part of the beat, in ms, that the longest take of this request can hear. */
export function heardIn(
  { section, passage }: Pick<CaptureRequest, "section" | "passage">,
  loop: BeatLoop,
): Heard {
  const plan = section && planSection(section.section, rhythmOf(section, loop));
  const fromMs = plan?.playFromMs ?? passage?.playFromMs ?? 0;
  const lengthMs = plan
    ? plan.leadInMs + plan.takeMs
    : (passage?.lengthMs ?? MAX_VERSE_MS);
  return {
    fromSeconds: fromMs / 1000,
    lengthSeconds: (lengthMs + HEARD_AFTER_MS) / 1000,
  };
}

/** Starts recording. If it fails, the caller disposes the scope. */
export async function startCapture(
  parts: CaptureParts,
  request: CaptureRequest,
): Promise<RunningCapture> {
  const { voice, delay } = parts;
  const { loop } = parts.beat;
  const roundTrip = (delay.seconds ?? 0) + voice.bufferSeconds;
  const delays = takeDelays(roundTrip, delay.correctionMs);
  const graph = openGraph(parts, request, delays);
  const { recorder, chunks } = prepareRecorder(graph.mix, request.onChunk);
  const interrupted = followInterruptions(parts, request);

  const hasStem = await StemCapture.load(voice);
  const { section, passage } = request;
  const plan = section && planSection(section.section, rhythmOf(section, loop));
  const lead = await playLead(parts, request, { graph, plan, interrupted });
  await begin(recorder);
  const stem = hasStem
    ? new StemCapture(voice, request.levels, request.onStemBlock)
    : null;
  const startedAt = startBeat(parts, request, { graph, lead });
  const beatFromMs = plan?.sectionFromMs ?? passage?.beatFromMs ?? 0;
  const before = voice.interruptions();
  const info = stemInfo(parts, { delays, startedAt, beatFromMs });
  if (stem) request.onStem(info);

  return runningCapture(parts, {
    ...{ graph, recorder, chunks, stem, info, delays, startedAt, beatFromMs },
    takeMs: plan?.takeMs ?? passage?.lengthMs,
    interruptions: () => voice.interruptions() - before,
  });
}

function openGraph(
  { context, voice, beat, scope, leadVerse }: CaptureParts,
  { levels, hasHeadphones, section }: CaptureRequest,
  delays: TakeDelays,
): CaptureGraph {
  const graph = new CaptureGraph(context, {
    voice: voice.node,
    beat,
    levels,
    monitorLevel: monitorLevel(hasHeadphones),
    delays,
    hasLeadIn: section !== null || leadVerse !== null,
  });
  scope.add(() => graph.dispose());
  keepScreenOn(scope);
  return graph;
}

/** Reports interruptions. The returned signal aborts with the first one. */
function followInterruptions(
  { context, microphone, scope }: CaptureParts,
  { onInterrupted, onSwitch }: CaptureRequest,
): AbortSignal {
  const interruption = new AbortController();
  watchInterruptions(scope, context, microphone, (reason) => {
    interruption.abort();
    onInterrupted(reason);
  });
  watchMicrophone(scope, microphone, onSwitch);
  return interruption.signal;
}

/** The times that result from what is played before the recording begins. */
interface Lead {
  /** Time on the context's clock when the beat is due after a count-in; otherwise 0. */
  readonly beatDueAt: number;
  /**
   * When the take starts while the beat already plays; null if the beat starts together with the
   * take.
   */
  readonly sectionAt: number | null;
}

interface LeadPlan {
  readonly graph: CaptureGraph;
  readonly plan: SectionPlan | null;
  readonly interrupted: AbortSignal;
}

async function playLead(
  parts: CaptureParts,
  request: CaptureRequest,
  lead: LeadPlan,
): Promise<Lead> {
  const { context, leadVerse } = parts;
  const { countIn, section } = request;
  const { graph, plan, interrupted } = lead;
  if (leadVerse && request.lead)
    return leadWithVerse(parts, leadVerse, request, request.lead, lead);
  const beatDueAt = countIn
    ? await playCountIn(context, countIn, interrupted)
    : 0;
  if (!section || !plan) return { beatDueAt, sectionAt: null };
  const beatAt = graph.startBeat(0, plan.playFromMs / 1000);
  const sectionAt = beatAt + plan.leadInMs / 1000;
  const beats = plan.leadInBeats;
  const clicks = section.hasClicks ? beats : 0;
  const { bpm, onCount } = section;
  const counted = { takeAt: sectionAt, beats, clicks, bpm, onCount };
  await countDown(context, counted, interrupted);
  return { beatDueAt, sectionAt };
}

/**
 * Plays the end of a verse and lets the beat follow: at once if the verse ends on a bar line,
 * otherwise one bar before the section. The take starts where it would start after a plain lead-in.
 */
async function leadWithVerse(
  { context, scope }: CaptureParts,
  verse: AudioBuffer,
  { hasHeadphones }: CaptureRequest,
  { verse: lead, bpm, hasClicks, onCount }: LeadRequest,
  { graph, plan, interrupted }: LeadPlan,
): Promise<Lead> {
  const level = monitorLevel(hasHeadphones);
  const playing = playVerseLead(context, verse, lead, level);
  scope.add(playing.stop);
  const barMs = plan && !lead.isOnBar ? plan.leadInMs : 0;
  const fromMs = plan ? plan.playFromMs + plan.leadInMs - barMs : 0;
  const beatAt = graph.fadeInBeat(playing.endsAt, fromMs / 1000);
  playing.endAt(beatAt);
  const takeAt = beatAt + barMs / 1000;
  const leadMs = (takeAt - playing.startsAt) * 1000;
  const beats = Math.floor(leadMs / beatMs({ bpm }) + ROUNDING);
  const clicks = hasClicks ? Math.min(BEATS_IN_BAR, beats) : 0;
  await countDown(
    context,
    { takeAt, beats, clicks, bpm, onCount },
    interrupted,
  );
  return { beatDueAt: takeAt, sectionAt: takeAt };
}

/** Tolerance in beats, because times are rounded to frames. */
const ROUNDING = 0.01;

/** Starts the beat unless it already plays for a section. Returns the time at which it starts. */
function startBeat(
  { context, scope }: CaptureParts,
  { passage }: CaptureRequest,
  { graph, lead }: { graph: CaptureGraph; lead: Lead },
): number {
  const { beatDueAt, sectionAt } = lead;
  if (sectionAt !== null) graph.recordBeatFrom(sectionAt);
  const playFromSeconds = (passage?.playFromMs ?? 0) / 1000;
  const startedAt = sectionAt ?? graph.startBeat(beatDueAt, playFromSeconds);
  if (passage?.guide) scope.add(playGuide(context, passage.guide, startedAt));
  return startedAt;
}

interface Start {
  readonly delays: TakeDelays;
  /** Time on the context's clock. */
  readonly startedAt: number;
  readonly beatFromMs: number;
}

function stemInfo(
  { context: { sampleRate }, beat: { loop }, delay }: CaptureParts,
  { delays, startedAt, beatFromMs }: Start,
): StemInfo {
  return {
    ...delays,
    sampleRate,
    loop,
    beatStartFrame: Math.round(startedAt * sampleRate),
    beatFromSeconds: beatFromMs / 1000,
    pair: delay.pair,
    correctionMs: delay.correctionMs,
  };
}

interface Started extends Start {
  readonly graph: CaptureGraph;
  readonly recorder: MediaRecorder;
  readonly chunks: Blob[];
  readonly stem: StemCapture | null;
  readonly info: StemInfo;
  readonly takeMs: number | undefined;
  readonly interruptions: () => number;
}

function runningCapture(parts: CaptureParts, started: Started): RunningCapture {
  const { context } = parts;
  const { loop } = parts.beat;
  const { graph, delays, startedAt, beatFromMs, takeMs } = started;
  const sinceBeatMs = () => (context.currentTime - startedAt) * 1000;
  const voiceMovedMs =
    1000 * (delays.voiceDelaySeconds - delays.beatDelaySeconds);
  return {
    loopMs: loop.lengthSeconds * 1000,
    ...(takeMs !== undefined && { takeMs }),
    elapsedMs: () => Math.max(0, sinceBeatMs()),
    voiceAtMs: () => beatFromMs + sinceBeatMs() + voiceMovedMs,
    readVoice: () => graph.readVoice(),
    stop: () => stopCapture(parts.scope, started),
  };
}

async function stopCapture(
  scope: Scope,
  { graph, recorder, chunks, stem, info, delays, interruptions }: Started,
): Promise<Recording> {
  graph.silenceMonitor();
  // Wait for the last words, which are still in the input or in a delay line. This uses a timer
  // because the context's clock stops while the system suspends audio.
  await wait(1000 * (delays.beatDelaySeconds + delays.voiceDelaySeconds));
  const [track] = await Promise.all([stem?.stop(info), finish(recorder)]);
  const count = interruptions();
  scope.dispose();
  const { mimeType } = recorder;
  return { mimeType, chunks, stem: track ?? null, interruptions: count };
}

const rhythmOf = ({ bpm, firstBarMs }: SectionRequest, loop: BeatLoop) => ({
  bpm,
  firstBarMs,
  loopMs: loop.lengthSeconds * 1000,
});
