import { CaptureError, type CaptureEngine } from "./captureEngine";
import type { CaptureLevels } from "./captureGraph";
import type { CountIn } from "./countIn";
import type { Credit } from "./credit";
import { LevelHistory } from "./levelHistory";
import { Listeners } from "./listeners";
import type { Player } from "./player";
import type { Recording, RunningCapture } from "./runningCapture";
import { AS_RECORDED, isAsRecorded, type VoiceMix } from "./mixPlan";
import { Scope } from "./scope";
import type { Stem } from "./stem";
import type { StemStore } from "./stemStore";
import {
  type FinishedTake,
  IDLE,
  nextTakeState,
  type TakeEvent,
  type TakeState,
} from "./takeMachine";
import { TakeKeeper, type TakeKeeperParts } from "./takeKeeper";
import type { TakeMixer } from "./takeMixer";
import type { StoredTake, TakeStore } from "./takeStore";

export type Mixer = Pick<TakeMixer, "preview" | "render">;

export interface RecorderParts extends TakeKeeperParts {
  readonly engine: Pick<
    CaptureEngine,
    "prepare" | "start" | "close" | "loadBeatFile"
  >;
  readonly store: Pick<TakeStore, "begin" | "append" | "remove" | "loadChunks">;
  readonly stems: Pick<StemStore, "begin" | "append" | "load">;
  readonly player: Pick<Player, "block">;
  finish(
    id: string,
    recording: Recording,
    credit: Credit | null,
  ): Promise<FinishedTake>;
  openMixer(stem: Stem, beatFile: ArrayBuffer): Promise<Mixer>;
  /** For the next take on the same devices. */
  rememberTiming(stem: Stem, timingMs: number): void;
  claim(takeId: string): () => void;
  makeId(): string;
}

export interface RecordRequest {
  readonly userId: string;
  readonly beatId: string;
  readonly beatUrl: string;
  readonly hasHeadphones: boolean;
  readonly maxTakeMs: number;
  readonly hasCountIn: boolean;
  readonly credit: Credit;
}

export interface Meter {
  readonly elapsedMs: number;
  readonly voiceLevel: number;
}

/** The voice of a running take on the beat's clock. */
export interface LiveVoice {
  readonly history: LevelHistory;
  /** Where the newest of it lies; below zero before the first note. */
  readonly atMs: number;
  /** One round of the beat. */
  readonly loopMs: number;
}

export interface SendOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (percent: number) => void;
}

/** What to tell a person about a failed upload; null for the general text. */
export class SendError extends Error {
  readonly shownMessage: string | null;

  constructor(shownMessage: string | null, cause: unknown) {
    super("sending a take failed", { cause });
    this.shownMessage = shownMessage;
  }
}

/** 15 a second: smooth to the eye, light for a phone that is recording. */
export const METER_PERIOD_MS = 66;
const STILL: Meter = { elapsedMs: 0, voiceLevel: 0 };
const DEFAULT_LEVELS: CaptureLevels = { voice: 1, beat: 0.7 };

/** Leads one take at a time through the machine, and keeps it in the store until it is sent or thrown away. */
export class Recorder {
  readonly #parts: RecorderParts;
  readonly #listeners = new Listeners();
  /** What capturing holds: the block on the player, the meter's timer. */
  #capturing = new Scope();
  #releaseClaim: () => void = () => undefined;
  #state: TakeState = IDLE;
  #meter: Meter = STILL;
  #count: number | null = null;
  #history = new LevelHistory();
  #levels = DEFAULT_LEVELS;
  #capture: RunningCapture | null = null;
  #takeId: string | null = null;
  #credit: Credit | null = null;
  #upload: AbortController | null = null;
  #beatUrl: string | null = null;
  #mix = AS_RECORDED;
  #mixer: Promise<Mixer> | null = null;
  /** Counts closings, so that what was asked for before one does not go on after it. */
  #closings = 0;

  constructor(parts: RecorderParts) {
    this.#parts = parts;
  }

  readonly getState = (): TakeState => this.#state;
  readonly getMeter = (): Meter => this.#meter;
  /** Beats until the take begins, while they are counted in; else null. */
  readonly getCount = (): number | null => this.#count;
  /** As of this very moment, for whoever draws it: nobody is told of changes. Null when no take runs. */
  readonly readLiveVoice = (): LiveVoice | null => {
    if (!this.#capture) return null;
    const { loopMs } = this.#capture;
    const atMs = this.#capture.voiceAtMs();
    return { history: this.#history, atMs, loopMs };
  };
  readonly getLevels = (): CaptureLevels => this.#levels;
  readonly getMix = (): VoiceMix => this.#mix;

  readonly subscribe = this.#listeners.subscribe;

  prepare(beatUrl: string): void {
    this.#beatUrl = beatUrl;
    this.#parts.engine.prepare(beatUrl);
  }

  setLevels(levels: CaptureLevels): void {
    this.#levels = levels;
    this.#capture?.setLevels(levels);
    this.#listeners.tell();
  }

  /** Changes how the finished take is heard and sent. */
  setMix(mix: VoiceMix): void {
    this.#mix = mix;
    this.#listeners.tell();
  }

  /** What mixes the take on the table; opened once, as it has to decode the beat. */
  openMixer(): Promise<Mixer> {
    const { stem } = "take" in this.#state ? (this.#state.take ?? {}) : {};
    if (!stem || this.#beatUrl === null) {
      return Promise.reject(new Error("this take cannot be mixed"));
    }
    this.#mixer ??= this.#parts.engine
      .loadBeatFile(this.#beatUrl)
      .then((file) => this.#parts.openMixer(stem, file))
      .catch((error: unknown) => {
        this.#mixer = null;
        throw error;
      });
    return this.#mixer;
  }

  /** The take as it is heard now: itself, or mixed anew. */
  async mixed(take: FinishedTake, signal: AbortSignal): Promise<FinishedTake> {
    const mix = this.#mix;
    if (isAsRecorded(mix) || !take.stem) return take;
    const mixer = await this.openMixer();
    const mixed = await mixer.render(take, mix, signal);
    this.#parts.rememberTiming(take.stem, mix.timingMs);
    return mixed;
  }

  async record(request: RecordRequest): Promise<void> {
    if (this.#state.phase !== "idle" || this.#state.isOpening) return;
    this.#send({ type: "open" });
    const closings = this.#closings;
    const id = this.#hold(this.#parts.makeId());
    this.#credit = request.credit;
    this.#capturing = new Scope();
    this.#capturing.add(this.#parts.player.block());
    const { userId, beatId, credit } = request;
    const kept = new TakeKeeper(this.#parts, { id, userId, beatId, credit });
    try {
      const capture = await this.#parts.engine.start({
        beatUrl: request.beatUrl,
        hasHeadphones: request.hasHeadphones,
        levels: this.#levels,
        countIn: this.#countIn(request),
        onChunk: kept.onChunk,
        onStem: kept.onStem,
        onStemBlock: kept.onStemBlock,
        onInterrupted: () => void this.stop(),
      });
      if (this.#closings !== closings) {
        await capture.stop();
        return;
      }
      this.#capture = capture;
      // They may have been moved while the microphone opened.
      capture.setLevels(this.#levels);
      this.#count = null;
      this.#history = new LevelHistory();
      this.#capturing.every(METER_PERIOD_MS, () =>
        this.#readMeter(request.maxTakeMs),
      );
      this.#send({ type: "opened" });
    } catch (error) {
      if (this.#closings !== closings) return;
      this.#letGo();
      const problem =
        error instanceof CaptureError
          ? error.problem
          : ({ kind: "microphone" } as const);
      this.#send({ type: "openFailed", problem });
    }
  }

  async stop(): Promise<void> {
    const capture = this.#capture;
    const id = this.#takeId;
    if (!capture || id === null) return;
    this.#capture = null;
    this.#send({ type: "stop" });
    this.#endCapturing();
    const recording = await capture.stop();
    await this.#finish(id, recording);
  }

  /** Opens a take that an earlier tab left behind. */
  async recover(stored: StoredTake): Promise<void> {
    if (this.#state.phase !== "idle" || this.#state.isOpening) return;
    const chunks = await this.#parts.store.loadChunks(stored.id);
    // A stem that is damaged or gone leaves the take as it was heard.
    const stem = await this.#parts.stems.load(stored.id).catch(() => null);
    const recording = { mimeType: stored.mimeType, chunks, stem };
    const credit = stored.credit ?? null;
    const take = await this.#parts.finish(stored.id, recording, credit);
    this.#hold(stored.id);
    this.#send({ type: "recovered", take });
  }

  /** Throws the take away and makes ready for the next. */
  async again(): Promise<void> {
    const state = this.#state;
    const id = this.#takeId;
    if (state.phase !== "stopped" || !state.take || id === null) return;
    this.#send({ type: "again" });
    this.#letGo();
    await this.#forget(id);
  }

  /** Resolves to true when the take is on the server; a failed or cancelled take stays. */
  async upload(
    send: (take: FinishedTake, options: SendOptions) => Promise<void>,
  ): Promise<boolean> {
    const isMixing = !isAsRecorded(this.#mix);
    this.#send({ type: "upload", isMixing });
    const state = this.#state;
    if (state.phase !== "uploading" || this.#upload) return false;
    const controller = new AbortController();
    this.#upload = controller;
    const { signal } = controller;
    try {
      const take = isMixing
        ? await this.#mixToSend(state.take, signal)
        : state.take;
      await send(take, {
        signal,
        onProgress: (percent) => this.#send({ type: "progress", percent }),
      });
      this.#send({ type: "uploaded" });
      this.#letGo();
      await this.#forget(state.take.id);
      return true;
    } catch (error) {
      const message = error instanceof SendError ? error.shownMessage : null;
      this.#send(
        signal.aborted
          ? { type: "cancelUpload" }
          : { type: "uploadFailed", message },
      );
      return false;
    } finally {
      this.#upload = null;
    }
  }

  cancelUpload(): void {
    this.#upload?.abort();
  }

  /** Gives microphone and player back; what was recorded stays in the store. The recorder can be used again. */
  close(): void {
    this.#closings += 1;
    this.#upload?.abort();
    void this.#capture?.stop();
    this.#capture = null;
    this.#letGo();
    this.#parts.engine.close();
    this.#state = IDLE;
    this.#listeners.tell();
  }

  async #finish(id: string, recording: Recording): Promise<void> {
    try {
      const take = await this.#parts.finish(id, recording, this.#credit);
      this.#send({ type: "finished", take });
    } catch {
      this.#letGo();
      this.#send({ type: "finishFailed" });
      // Anything that was captured stays in the store for another try.
      if (recording.chunks.length === 0) await this.#forget(id);
    }
  }

  #hold(id: string): string {
    this.#takeId = id;
    this.#releaseClaim = this.#parts.claim(id);
    return id;
  }

  #letGo(): void {
    this.#endCapturing();
    this.#releaseClaim();
    this.#releaseClaim = () => undefined;
    this.#takeId = null;
    this.#mix = AS_RECORDED;
    this.#mixer = null;
  }

  #endCapturing(): void {
    this.#capturing.dispose();
    this.#meter = STILL;
    this.#count = null;
  }

  #countIn({ hasCountIn, credit: { bpm } }: RecordRequest): CountIn | null {
    if (!hasCountIn) return null;
    const closings = this.#closings;
    const onCount = (left: number) => {
      if (this.#closings !== closings) return;
      this.#count = left;
      this.#listeners.tell();
    };
    return { bpm, onCount };
  }

  async #mixToSend(
    recorded: FinishedTake,
    signal: AbortSignal,
  ): Promise<FinishedTake> {
    try {
      const take = await this.mixed(recorded, signal);
      this.#send({ type: "mixed" });
      return take;
    } catch (error) {
      if (!signal.aborted) this.#send({ type: "mixFailed" });
      throw error;
    }
  }

  async #forget(id: string): Promise<void> {
    await this.#parts.store
      .remove(id)
      .catch((error: unknown) => this.#parts.onStoreFailure(error));
  }

  #readMeter(maxTakeMs: number): void {
    if (!this.#capture) return;
    const elapsedMs = this.#capture.elapsedMs();
    const reading = this.#capture.readVoice();
    this.#history.note(this.#capture.voiceAtMs(), reading);
    this.#meter = { elapsedMs, voiceLevel: reading.levels.at(-1) ?? 0 };
    this.#listeners.tell();
    if (elapsedMs >= maxTakeMs) void this.stop();
  }

  #send(event: TakeEvent): void {
    this.#state = nextTakeState(this.#state, event);
    this.#listeners.tell();
  }
}
