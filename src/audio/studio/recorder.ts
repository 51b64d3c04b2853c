import type { CaptureRequest, Recording } from "../capture/runningCapture";
import {
  finishProblem,
  startProblem,
  type StopReason,
} from "../capture/takeProblem";
import type { VerseLead } from "../capture/verseLead";
import { AS_RECORDED } from "../mix/mixPlan";
import { TAKE_LEVELS } from "../signal/captureLevels";
import { CHUNK_MS } from "../signal/recordingFormat";
import type { VoiceMix } from "../store/voiceMix";
import type { Credit } from "../store/credit";
import type { FinishedTake } from "../store/finishedTake";
import type { StoredTake } from "../store/takeStore";
import { CaptureSession } from "./capturing/captureSession";
import { captureStart } from "./capturing/captureStart";
import type { Mixer } from "./sending/mixerSlot";
import type { RecorderParts, RecordRequest } from "./recorderParts";
import {
  type LiveVoice,
  type Meter,
  METER_AT_REST,
} from "./capturing/meteredCapture";
import { TakeMixing } from "./sending/takeMixing";
import { KnownTakes, type TakeFacts } from "./takeFacts";
import { CurrentTake } from "./currentTake";
import type { TakeSettings } from "./takeSettings";
import type { TakeState } from "./takeState";
import { type SendTake, type TakeOver, TakeUpload } from "./sending/takeUpload";

/** The current take, from the request to record until it is sent or discarded. */
interface HeldTake {
  readonly id: string;
  readonly credit: Credit | null;
  readonly releaseClaim: () => void;
  /** In ms since the epoch. */
  readonly startedAt: number;
}

/**
 * Records one take at a time and leads it through the states of `takeState.ts`. A take stays in the
 * store until it is discarded, so it survives a crash. Failures become a `problem` in the state;
 * only `recover`, `mixed` and `openMixer` reject.
 *
 * This is the entry to the `studio` folder. A take goes through its parts in this order:
 * - `capturing/`: `CaptureSession` runs the capture engine and reads the meter
 * - `storing/`: `TakeWriter` stores the take meanwhile, `UnsavedTakes` tries again to store what
 *   did not fit, and `TakeShelf` holds all finished takes over the beat
 * - `finishing/`: `finishTake` makes a file of the chunks; see `#finish`
 * - `punch/`: `PunchSession` may record some bars of the take again
 * - `sending/`: `TakeMixing` mixes the take with the beat, `TakeUpload` sends it
 *
 * `takeState.ts` lists the states of a take, `CurrentTake` holds the current state for the screen,
 * and `TakeFacts` is what else is known about a take.
 */
export class Recorder {
  readonly #parts: RecorderParts;
  readonly #current = new CurrentTake();
  readonly #mixing: TakeMixing;
  readonly #upload: TakeUpload;
  /**
   * Captures the current take. After it has ended, the session is kept as long as the take is
   * shown.
   */
  #session: CaptureSession | null = null;
  #settings: TakeSettings;
  #held: HeldTake | null = null;
  readonly #known = new KnownTakes();
  /** Counts the requests to show a take, so that only the latest one has an effect. */
  #showings = 0;

  constructor(parts: RecorderParts) {
    this.#parts = parts;
    this.#settings = parts.settings;
    this.#mixing = new TakeMixing(parts);
    this.#upload = new TakeUpload({
      current: this.#current,
      mix: (take, signal, onProgress) =>
        this.#mixing.render(take, this.getMix(), signal, "publish", onProgress),
      onUploaded: () => this.#letGo(),
    });
  }

  readonly getState = (): TakeState => this.#current.state;
  readonly getSettings = (): TakeSettings => this.#settings;
  readonly getMeter = (): Meter => this.#session?.meter ?? METER_AT_REST;
  /** During a count-in, the number of beats until the take starts; otherwise null. */
  readonly getCount = (): number | null => {
    const state = this.getState();
    return "count" in state ? state.count : null;
  };
  /**
   * The voice at this moment, for drawing. Changes without notifying subscribers. Null while no
   * take runs.
   */
  readonly readLiveVoice = (): LiveVoice | null =>
    this.#session?.readVoice() ?? null;
  /** False if the take could not be stored completely; it is then lost when the page closes. */
  readonly getIsKept = (): boolean => {
    const state = this.getState();
    return "isKept" in state ? state.isKept : true;
  };
  /**
   * False before the first take, and as long as a take has just begun: nothing of it is stored yet,
   * and nobody misses it.
   */
  readonly getIsWorthKeeping = (): boolean => {
    const { phase } = this.getState();
    if (phase === "idle") return false;
    return phase !== "recording" || this.getMeter().elapsedMs >= CHUNK_MS;
  };
  /** What else is known about the current take. */
  readonly getFacts = (): TakeFacts => this.#known.of(this.#held?.id);
  readonly getMix = (): VoiceMix => {
    const state = this.getState();
    return "mix" in state ? state.mix : AS_RECORDED;
  };

  readonly subscribe = this.#current.subscribe;

  /** Sets the beat and preloads it. Call it before `record`. */
  prepare(beatUrl: string): void {
    this.#mixing.setBeat(beatUrl);
    this.#parts.engine.prepare(beatUrl);
  }

  /** Preloads the verse that leads into the next take. */
  prepareLead({ url }: VerseLead): void {
    this.#parts.engine.prepare(url);
  }

  /** Changes the settings of the next take. */
  changeSettings(changes: Partial<TakeSettings>): void {
    this.#settings = { ...this.#settings, ...changes };
    this.#parts.rememberSettings(changes);
    this.#current.tell();
  }

  /** Changes how the finished take sounds, in the preview and in the upload. */
  setMix(mix: VoiceMix): void {
    this.#current.send({ type: "mixChanged", mix });
    if (this.#held) this.#parts.shelf.keepMix(this.#held.id, mix);
  }

  /** Returns the mixer of the current take. Rejects if the take has no stem. */
  openMixer(): Promise<Mixer> {
    const state = this.getState();
    return this.#mixing.open("take" in state ? state.take : null);
  }

  /**
   * Returns the take as mixed now, for saving, at the loudness of all verses. Remembers a changed
   * timing for later takes. A take without a stem stays as recorded, and so does a take with an
   * unchanged mix if mixing fails. Rejects if mixing a changed mix fails.
   */
  mixed(take: FinishedTake, signal: AbortSignal): Promise<FinishedTake> {
    return this.#mixing.render(take, this.getMix(), signal, "save");
  }

  /** Starts a take. Does nothing unless idle. Must be called from a click handler. */
  async record(request: RecordRequest): Promise<void> {
    const state = this.getState();
    if (state.phase !== "idle" || state.isOpening) return;
    this.#current.send({ type: "open" });
    let session: CaptureSession | null = null;
    try {
      session = this.#openSession();
      const held = this.#hold(this.#parts.makeId(), request.credit);
      const capture = this.#captureRequest(session, held, request);
      if (await session.start(capture, request.maxTakeMs)) {
        this.#current.send({ type: "opened" });
      }
    } catch (error) {
      if (session?.isClosed) return;
      this.#letGo();
      this.#parts.onOpenFailure(error);
      const problem = startProblem(error);
      this.#current.send({ type: "openFailed", problem });
    }
  }

  /**
   * Ends the running take and finishes its file. Does nothing if no take is running. `stopReason`
   * is null if the rapper stopped the take.
   */
  async stop(stopReason: StopReason | null = null): Promise<void> {
    const held = this.#held;
    const recording = held && this.#session?.stop();
    if (!recording) return;
    this.#known.note(held.id, { stopReason });
    this.#current.send({ type: "stop" });
    await this.#finish(held, await recording);
  }

  /**
   * Opens a stored take, in place of the current one if there is one. Does nothing while recording
   * or uploading. Rejects if the take cannot be read.
   */
  async recover(stored: StoredTake): Promise<void> {
    if (!this.#canShow()) return;
    this.#showings += 1;
    const showing = this.#showings;
    const chunks = await this.#parts.store.loadChunks(stored.id);
    // If its stem is missing or damaged, a take can still be used as recorded.
    const stem = await this.#parts.stems.load(stored.id).catch(() => null);
    const recording = { mimeType: stored.mimeType, chunks, stem };
    const credit = stored.credit ?? null;
    const take = await this.#parts.finish(stored.id, recording, credit);
    if (this.#showings !== showing) return;
    if (stored.mix) this.#known.note(stored.id, { lastMix: stored.mix });
    this.show(take, true);
  }

  /**
   * Shows a finished take, as `recover` does. Restores the mix that the take had when it was last
   * shown. `isKept` is false for a take that is only in memory.
   */
  show(take: FinishedTake, isKept: boolean): void {
    if (!this.#canShow()) return;
    this.#showings += 1;
    this.#rememberMix();
    this.#letGo();
    this.#hold(take.id, take.credit);
    const { lastMix: mix } = this.getFacts();
    this.#current.send({ type: "shown", take, isKept, mix });
  }

  /**
   * Returns to idle, even while a take is still being opened. The take stays on the shelf and in
   * the store.
   */
  async again(): Promise<void> {
    const state = this.getState();
    if (state.phase !== "stopped" || !state.take) return;
    this.#showings += 1;
    this.#rememberMix();
    this.#current.send({ type: "again" });
    this.#letGo();
  }

  /**
   * Tries again to store what did not fit before. Call it after a take was removed from the shelf.
   */
  storeRest(removedId: string): Promise<void> {
    return this.#parts.unsaved.storeRest(removedId);
  }

  /**
   * Remixes the take if necessary and sends it. Resolves to true once `send` has resolved: the take
   * is then on the server or in the outbox. If sending fails or is cancelled, the take stays. If
   * the recorder is closed while a stored take is being mixed, the take is passed to `takeOver`,
   * which continues.
   */
  upload(send: SendTake, takeOver?: TakeOver): Promise<boolean> {
    return this.#upload.run(send, takeOver);
  }

  cancelUpload(): void {
    this.#upload.cancel();
  }

  /**
   * Releases the microphone and the player. Unsent takes stay in the store, including a take that
   * is still being mixed; see `upload`. A take that has just begun is deleted. The recorder can be
   * used again.
   */
  close(): void {
    this.#showings += 1;
    if (!this.getIsWorthKeeping()) void this.#abandon();
    this.#parts.unsaved.clear();
    this.#known.clear();
    this.#upload.leave();
    this.#letGo();
    this.#parts.engine.close();
    this.#current.reset();
  }

  async #finish(held: HeldTake, recording: Recording): Promise<void> {
    const { id, credit } = held;
    try {
      const [take] = await Promise.all([
        this.#parts.finish(id, recording, credit),
        this.#parts.unsaved.confirm(id),
      ]);
      if (this.#held !== held) return; // the recorder was closed meanwhile; the take waits in the store
      this.#current.send({ type: "finished", take });
      this.#parts.shelf.add(take, held.startedAt, this.getIsKept());
    } catch (error) {
      this.#parts.onFinishFailure(error);
      const problem = finishProblem(recording, credit);
      if (this.#held === held) {
        this.#letGo();
        this.#current.send({ type: "finishFailed", problem });
      }
      // If anything was captured, it stays in the store and can be recovered.
      if (problem.kind === "empty") await this.#parts.unsaved.forget(id);
    }
  }

  /** Ends the running take, if there is one, and deletes what the device has stored of it. */
  async #abandon(): Promise<void> {
    const id = this.#held?.id;
    const recording = this.#session?.stop();
    if (id === undefined || !recording) return;
    const releaseClaim = this.#parts.claim(id);
    await this.#parts.unsaved.drop(id, recording);
    releaseClaim();
  }

  #canShow(): boolean {
    const state = this.getState();
    if (state.phase === "idle") return !state.isOpening;
    return state.phase === "stopped" && state.take !== null;
  }

  #rememberMix(): void {
    if (this.#held) this.#known.note(this.#held.id, { lastMix: this.getMix() });
  }

  #openSession(): CaptureSession {
    const { engine, player } = this.#parts;
    this.#session = new CaptureSession({
      engine,
      player,
      onMeter: () => this.#current.tell(),
      onEnd: (reason) => void this.stop(reason),
    });
    return this.#session;
  }

  #captureRequest(
    session: CaptureSession,
    { id }: HeldTake,
    request: RecordRequest,
  ): CaptureRequest {
    const { userId, beatId, beatUrl, credit, firstBarMs } = request;
    const take = { id, userId, beatId, credit };
    const writer = this.#parts.unsaved.begin(take, (storeProblem) => {
      const isKept = storeProblem === null;
      this.#known.note(id, { storeProblem });
      if (this.#held?.id === id) this.#current.send({ type: "kept", isKept });
      this.#parts.shelf.setKept(id, isKept);
    });
    const onCount = (left: number) => {
      if (!session.isClosed) this.#current.send({ type: "counted", left });
    };
    const counting = { bpm: credit.bpm, firstBarMs, onCount };
    const onMissing = () => {
      this.#known.note(id, { isLeadMissing: true });
      this.#current.tell();
    };
    const isFixed = request.isLeadFixed === true;
    const lead = request.lead
      ? { verse: request.lead, onMissing, isFixed }
      : null;
    return {
      beatUrl,
      bpm: credit.bpm,
      hasHeadphones: this.#settings.hasHeadphones,
      levels: TAKE_LEVELS,
      ...captureStart(this.#settings, counting, lead),
      onChunk: writer.onChunk,
      onStem: writer.onStem,
      onStemBlock: writer.onStemBlock,
      onInterrupted: (reason) => void this.stop(reason),
      onSwitch: () => {
        this.#known.note(id, { isSwitched: true });
        this.#current.tell();
      },
      onSilence: (isSilent) => {
        this.#known.note(id, { isSilent });
        this.#current.tell();
      },
    };
  }

  #hold(id: string, credit: Credit | null): HeldTake {
    const releaseClaim = this.#parts.claim(id);
    const startedAt = this.#parts.now();
    this.#held = { id, credit, releaseClaim, startedAt };
    return this.#held;
  }

  #letGo(): void {
    this.#session?.close();
    this.#session = null;
    this.#held?.releaseClaim();
    this.#held = null;
    this.#mixing.closeMixer();
  }
}
