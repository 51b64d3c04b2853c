import { isForLackOfConnection } from "../../../lib/outOfReach";
import { Listeners } from "../../../lib/listeners";
import type { CaptureRequest, Recording } from "../../capture/runningCapture";
import { startProblem, type StopReason } from "../../capture/takeProblem";
import { AS_RECORDED } from "../../mix/mixPlan";
import type { VoiceMix } from "../../store/voiceMix";
import { joinVoices } from "../../takeBars/joinVoices";
import type { MarkedBars } from "../../takeBars/markedBars";
import {
  type JointPlan,
  planJoint,
  planPunchIn,
  type PunchPlan,
} from "../../takeBars/punchPlan";
import { barsOfTake, type TakeBar } from "../../takeBars/takeBars";
import type { Rhythm } from "../../../../convex/shared/beatGrid";
import type { Stem } from "../../store/stem";
import { countClips } from "../finishing/countClips";
import { countDropouts } from "../finishing/countDropouts";
import { isVoiceless } from "../finishing/isVoiceless";
import type { Mixer } from "../sending/mixerSlot";
import { CaptureSession } from "../capturing/captureSession";
import { type Meter, METER_AT_REST } from "../capturing/meteredCapture";
import { keepVersion, type NewVersion } from "./keepVersion";
import { writeNewBars, type NewBarsInfo } from "./newBars";
import { planCapture } from "./planCapture";
import type { PunchedTake, PunchParts } from "./punchParts";
import { progressAt } from "./punchProgress";
import {
  choosing,
  PREPARING,
  type PunchStopReason,
  type PunchProblem,
  type PunchState,
} from "./punchState";

interface Running {
  readonly capture: CaptureSession;
  readonly plan: PunchPlan;
}

/** A recording that has ended but is not joined with the take yet. */
interface Ended extends Pick<NewBarsInfo, "plan" | "timingMs"> {
  readonly recording: Pick<Recording, "stem" | "interruptions">;
  readonly reason: PunchStopReason | null;
}

/**
 * Records marked bars of a take again. The take itself is never changed: the result is a new take,
 * which the recorder then shows. Methods never throw or reject; failures become a `problem` in the
 * state.
 */
export class PunchSession {
  readonly #parts: PunchParts;
  readonly #punched: PunchedTake;
  /**
   * The current mix of the take: bars are marked by what is heard, and a new version keeps the mix.
   */
  readonly mix: VoiceMix;
  readonly #listeners = new Listeners();
  #abort = new AbortController();
  #state = PREPARING;
  #mixer: Mixer | null = null;
  #bars: readonly TakeBar[] = [];
  #running: Running | null = null;
  /** Kept until it is joined with the take, or until other bars are recorded. */
  #ended: Ended | null = null;
  /** Whether the system switched to another microphone during the last recording. */
  #isSwitched = false;
  #isSilent = false;
  #meter = METER_AT_REST;

  constructor(parts: PunchParts, punched: PunchedTake) {
    this.#parts = parts;
    this.#punched = punched;
    this.mix = parts.recorder.getMix();
  }

  readonly getState = (): PunchState => this.#state;
  /** The bars of the take; empty until they are known, or if the take is shorter than a bar. */
  readonly getBars = (): readonly TakeBar[] => this.#bars;
  /** Whether the microphone sends no sound. */
  readonly getIsSilent = (): boolean => this.#isSilent;
  /** `elapsedMs` is the position in the take. */
  readonly getMeter = (): Meter => this.#meter;
  readonly subscribe = this.#listeners.subscribe;

  /**
   * Loads the beat and works out the bars of the take. Also joins bars that an earlier page
   * recorded, if there are any.
   */
  async prepare(): Promise<void> {
    this.#abort = new AbortController();
    this.#set(PREPARING);
    try {
      this.#mixer = await this.#parts.recorder.openMixer();
      this.#bars = barsOfTake(this.#punched.take.stem, this.#rhythm());
      this.#set(choosing(null));
    } catch (error) {
      const kind = isForLackOfConnection(error) ? "offline" : "beat";
      return this.#fail(kind, error);
    }
    if (this.#punched.hasNewBars) await this.#resume();
  }

  /** Does nothing unless bars are being chosen. Must be called from a click handler. */
  async record(marked: MarkedBars): Promise<void> {
    const plan = planPunchIn(
      this.#punched.take.stem,
      this.#rhythm(),
      marked,
      this.mix.timingMs,
    );
    if (this.#state.phase !== "choosing" || !plan) return;
    this.#set({ phase: "opening" });
    this.#ended = null;
    this.#isSwitched = false;
    this.#isSilent = false;
    const request = this.#request(plan);
    const capture = this.#openCapture(plan);
    try {
      const isRunning = await capture.start(request, Infinity);
      if (isRunning) this.#read();
    } catch (error) {
      capture.close();
      this.#running = null;
      const { kind } = startProblem(error);
      const isOwn =
        kind === "microphone" || kind === "beat" || kind === "offline";
      this.#fail(isOwn ? kind : "recorder", error);
    }
  }

  /**
   * Ends the recording and replaces the marked bars as far as they were recorded. `reason` is null
   * if the rapper stopped the recording or it reached its end.
   */
  async stop(reason: StopReason | null = null): Promise<void> {
    const running = this.#running;
    const stopping = running?.capture.stop();
    if (!running || !stopping) return;
    this.#running = null;
    this.#meter = METER_AT_REST;
    this.#set({ phase: "joining" });
    const recording = await stopping;
    const { timingMs } = this.mix;
    this.#ended = { plan: running.plan, timingMs, recording, reason };
    await this.join();
  }

  /** Joins the last recording with the take. Call it again if joining fails. */
  async join(): Promise<void> {
    if (!this.#ended) return;
    this.#set({ phase: "joining" });
    try {
      await this.#join(this.#ended);
    } catch (error) {
      this.#fail("join", error);
    }
  }

  /**
   * Ends the session without a new take and closes the microphone. The session cannot be used
   * again.
   */
  close(): void {
    this.#abort.abort();
    this.#running?.capture.close();
    this.#running = null;
  }

  /** Joins the take with bars that were recorded in an earlier page, which has closed since. */
  async #resume(): Promise<void> {
    const { newBars } = this.#parts;
    try {
      const stem = await newBars.load(this.#punched.take.id);
      if (!stem || this.#abort.signal.aborted) return;
      const { plan, timingMs } = stem.info;
      const recording = { stem };
      this.#ended = { plan, timingMs, recording, reason: "closed" };
    } catch (error) {
      return this.#fail("join", error);
    }
    await this.join();
  }

  #request(plan: PunchPlan): CaptureRequest {
    const { take, beatUrl, bpm } = this.#punched;
    const writer = writeNewBars(this.#keeping(), take.id, {
      plan,
      timingMs: this.mix.timingMs,
    });
    const { hasHeadphones } = this.#parts.recorder.getSettings();
    const voiceGain = this.#mixer?.voiceGain(this.mix) ?? 1;
    return {
      ...planCapture(take.stem, plan, { hasHeadphones, voiceGain }),
      ...{ beatUrl, bpm, hasHeadphones, countIn: null, section: null },
      // Only the voice of this recording is used, not its mix.
      onChunk: () => undefined,
      onStem: (info) => writer.begin(info),
      onStemBlock: (block) => writer.append(block),
      onSwitch: () => {
        this.#isSwitched = true;
      },
      onSilence: (isSilent) => {
        this.#isSilent = isSilent;
        this.#listeners.tell();
      },
      onInterrupted: (reason) => void this.stop(reason),
    };
  }

  #openCapture(plan: PunchPlan): CaptureSession {
    const { engine, player } = this.#parts;
    const onMeter = () => this.#read();
    const onEnd = (reason: StopReason | null) => void this.stop(reason);
    const parts = { engine, player, onMeter, onEnd };
    const capture = new CaptureSession(parts);
    this.#running = { capture, plan };
    return capture;
  }

  #read(): void {
    if (!this.#running) return;
    const { capture, plan } = this.#running;
    const { meter } = capture;
    const { state, inTakeMs } = progressAt(
      { plan, bars: this.#bars, stem: this.#punched.take.stem },
      this.#rhythm(),
      meter.elapsedMs,
    );
    this.#meter = { ...meter, elapsedMs: inTakeMs };
    this.#set(state);
  }

  async #join(ended: Ended): Promise<void> {
    const { plan, timingMs, recording, reason } = ended;
    const { take: earlier } = this.#punched;
    const { stem, interruptions = 0 } = recording;
    const { signal } = this.#abort;
    if (!stem) return this.#giveUp("voice");
    const joint = planJoint(earlier.stem, stem, plan, timingMs);
    if (!joint) return this.#giveUp("nothing");
    const joined = joinVoices(earlier.stem, stem, joint);
    const version = await this.#render(joined, interruptions);
    if (signal.aborted) return;
    const { firstBar } = plan;
    const lastBar = this.#lastBarOf(plan, joint);
    const bars = { firstBar, lastBar };
    const isKept = await keepVersion(this.#parts, this.#punched, version, bars);
    this.#parts.recorder.show(version, isKept);
    this.#parts.recorder.setMix(this.mix);
    const isCutShort = joint.toFrame < plan.toFrame;
    const isSwitched = this.#isSwitched;
    this.#set({ phase: "done", reason, isCutShort, isSwitched });
  }

  /** Drops a recording that cannot be used at all. */
  #giveUp(problem: PunchProblem): void {
    this.#ended = null;
    const { newBars, onFailure } = this.#parts;
    newBars.remove(this.#punched.take.id).catch(onFailure);
    this.#set(choosing(problem));
  }

  #keeping() {
    const { newBars, now, onFailure } = this.#parts;
    return { newBars, now, onStoreFailure: onFailure };
  }

  /** Makes a take of the joined voice; its file holds the take as recorded. */
  async #render(joined: Stem, interruptions: number): Promise<NewVersion> {
    const { take: earlier, beatUrl } = this.#punched;
    const parts = this.#parts;
    const beatFile = await parts.engine.loadBeatFile(beatUrl);
    const mixer = await parts.openMixer(joined, beatFile);
    const { signal } = this.#abort;
    const mixed = await mixer.render(earlier, AS_RECORDED, signal);
    return {
      ...mixed,
      id: parts.makeId(),
      stem: joined,
      dropouts: interruptions + countDropouts(joined),
      clips: countClips(joined),
      isVoiceless: isVoiceless(joined),
    };
  }

  /** The last bar that the new recording reaches. */
  #lastBarOf(plan: PunchPlan, { toFrame }: JointPlan): number {
    const { sampleRate } = this.#punched.take.stem.info;
    const newMs = (1000 * (toFrame - plan.fromFrame)) / sampleRate;
    const untilMs = plan.beatFromMs + plan.leadInMs + newMs;
    const reached = this.#bars.filter(({ fromMs }) => fromMs < untilMs - 1);
    return Math.min(plan.lastBar, reached.at(-1)?.bar ?? plan.firstBar);
  }

  #rhythm(): Rhythm {
    const { bpm, firstBarMs } = this.#punched;
    return { bpm, firstBarMs, loopMs: this.#mixer?.loopMs ?? 0 };
  }

  #fail(problem: PunchProblem, error: unknown): void {
    if (this.#abort.signal.aborted) return;
    this.#parts.onFailure(error);
    this.#set(choosing(problem));
  }

  #set(state: PunchState): void {
    // A change of only the meter keeps the same state object: the meter changes more often than the
    // bar.
    if (!isSameBeat(this.#state, state)) this.#state = state;
    this.#listeners.tell();
  }
}

function isSameBeat(one: PunchState, other: PunchState): boolean {
  if (one.phase !== "recording" || other.phase !== "recording") return false;
  return one.count === other.count && one.bar === other.bar;
}
