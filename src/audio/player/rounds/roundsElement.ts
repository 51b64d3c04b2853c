import { placeInFile } from "../../signal/beatLoop";
import { LONG_SECONDS, type WholeSound } from "../../signal/decodeWhole";
import type { AudioElement } from "../player";

export interface RoundsParts {
  /** The element that plays tracks that do not loop or cannot be decoded. */
  readonly own: AudioElement & { readonly ended?: boolean };
  readonly context: AudioContext;
  /** Address of an endless silence. */
  readonly silence: string;
  /** Length of the current file. */
  lengthMs(): number;
  /** Decodes a file; resolves to null if that fails. */
  load(url: string): Promise<WholeSound | null>;
}

/** The repeats of a track, playing or scheduled. */
interface Rounds {
  readonly source: AudioBufferSourceNode;
  readonly gain: GainNode;
  /** When they start, in seconds on the context's clock. */
  readonly at: number;
  /** When the start of the file would have been heard, on the same clock. */
  beginsAt: number;
}

const START_SECONDS = 0.03;
/** If the decoded sound is not there after this time, the track starts in the element. */
const PATIENCE_MS = 1_000;
/** The sound is loaded only this long before the first round ends, because it takes much memory. */
const LOAD_AHEAD_SECONDS = 30;
/**
 * This long before the end of the first round, the second is scheduled. An element reports its time
 * every quarter of a second.
 */
const PLAN_AHEAD_SECONDS = 1.5;
/** If the element is further than this from the schedule, it was held up. */
const TOLERATED_SECONDS = 0.05;

const TOLD = ["playing", "pause", "ended", "waiting", "error"];

/**
 * Plays like the element that it wraps, except that the rounds (the repeats of a looping track)
 * follow each other on the audio clock. A browser's own loop plays the silence that MP3 encoders
 * add, and stops for a moment between rounds. If the sound is not decoded yet, the element plays
 * the first round. While decoded rounds play, the element plays silence, because lock screens,
 * headphones and the mute switch of a phone only know elements.
 */
export class RoundsElement extends EventTarget implements AudioElement {
  readonly #parts: RoundsParts;
  readonly #own: RoundsParts["own"];
  #sound: WholeSound | null = null;
  #loading: Promise<WholeSound | null> | null = null;
  #rounds: Rounds | null = null;
  /** Whether decoded rounds play instead of the element. */
  #isOver = false;
  #isPaused = true;
  /** The position while the rounds are paused. */
  #positionSeconds = 0;
  #src: string;
  #isLooping: boolean;
  /** Goes up whenever a waiting start is dropped, so that the waiting code stops. */
  #run = 0;

  constructor(parts: RoundsParts) {
    super();
    const { own } = parts;
    this.#parts = parts;
    this.#own = own;
    this.#src = own.src;
    this.#isLooping = own.loop;
    for (const name of TOLD)
      own.addEventListener(name, () => this.#noteOwn(name));
    own.addEventListener("timeupdate", () => this.#plan());
    this.#rest();
  }

  get preload(): AudioElement["preload"] {
    return this.#own.preload;
  }

  set preload(preload: AudioElement["preload"]) {
    this.#own.preload = preload;
  }

  get error(): MediaError | null {
    return this.#own.error;
  }

  get src(): string {
    return this.#src;
  }

  set src(url: string) {
    this.#forget();
    this.#src = url;
    // A looping track is fetched to be decoded, so the element need not fetch it too.
    this.#own.preload = this.#isLooping ? "none" : "auto";
    this.#own.src = url;
  }

  get paused(): boolean {
    return this.#isOver ? this.#isPaused : this.#own.paused;
  }

  get volume(): number {
    return this.#own.volume;
  }

  /**
   * Reads the volume back from the element: phones may ignore a new one, and the rounds must match
   * it.
   */
  set volume(volume: number) {
    this.#own.volume = volume;
    if (this.#rounds) this.#rounds.gain.gain.value = this.#own.volume;
  }

  get loop(): boolean {
    return this.#isLooping;
  }

  set loop(isLooping: boolean) {
    if (this.#isLooping === isLooping) return;
    const seconds = this.currentTime;
    this.#isLooping = isLooping;
    if (!this.#isOver) {
      this.#unplan();
      this.#rest();
    } else if (this.#rounds) {
      this.#rounds.source.loop = isLooping;
      this.#rounds.beginsAt = this.#parts.context.currentTime - seconds;
    }
  }

  get currentTime(): number {
    if (!this.#isOver) return this.#own.currentTime;
    if (!this.#rounds || !this.#sound) return this.#positionSeconds;
    const { context } = this.#parts;
    const { buffer, loop } = this.#sound;
    const seconds = Math.max(0, context.currentTime - this.#rounds.beginsAt);
    if (this.#isLooping) return placeInFile(loop, seconds);
    return Math.min(seconds, buffer.duration);
  }

  set currentTime(seconds: number) {
    if (!this.#isOver) {
      this.#unplan();
      this.#own.currentTime = seconds;
      return;
    }
    this.#positionSeconds = seconds;
    if (this.#rounds) this.#startRounds(this.#soon(), seconds);
  }

  async play(): Promise<void> {
    if (!this.paused) return;
    if (!this.#isOver && !this.#isDecodable) return this.#own.play();
    const run = this.#begin();
    this.#takeOver(this.currentTime);
    const isReady = await this.#ready();
    if (run !== this.#run) throw new DOMException("", "AbortError");
    if (!isReady) {
      this.#giveBack();
      return this.#own.play();
    }
    this.#startRounds(this.#soon(), this.#positionSeconds);
    this.#tell("playing");
  }

  pause(): void {
    if (!this.#isOver) {
      this.#unplan();
      this.#own.pause();
    } else if (!this.#isPaused) {
      this.#halt(this.currentTime);
      this.#tell("pause");
    }
  }

  load(): void {
    this.#own.load();
  }

  removeAttribute(name: string): void {
    if (name === "src") {
      this.#forget();
      this.#src = "";
    }
    this.#own.removeAttribute(name);
  }

  get #isDecodable(): boolean {
    return this.#isLooping && this.#parts.lengthMs() <= LONG_SECONDS * 1000;
  }

  #begin(): number {
    this.#run += 1;
    return this.#run;
  }

  #tell(name: string): void {
    this.dispatchEvent(new Event(name));
  }

  #soon(): number {
    return this.#parts.context.currentTime + START_SECONDS;
  }

  #forget(): void {
    this.#begin();
    this.#stopRounds();
    this.#isOver = false;
    this.#isPaused = true;
    this.#sound = null;
    this.#loading = null;
    this.#own.loop = this.#isLooping;
    this.#rest();
  }

  /** Keeps the context running only while rounds play or may follow. */
  #rest(): void {
    const { context } = this.#parts;
    const isNeeded = !this.paused && (this.#isOver || this.#isLooping);
    const change = isNeeded ? context.resume() : context.suspend();
    // This rejects when the phone has interrupted the page.
    change.catch(() => undefined);
  }

  #load(): Promise<WholeSound | null> {
    const loading = this.#loading ?? this.#parts.load(this.#src);
    this.#loading = loading;
    return loading.then((sound) => {
      if (loading === this.#loading) this.#sound = sound;
      return sound;
    });
  }

  /** Resolves to whether the sound can start now, or within `PATIENCE_MS`. */
  #ready(): Promise<boolean> {
    const starting = Promise.all([this.#load(), this.#parts.context.resume()]);
    return Promise.race([
      starting.then(
        ([sound]) => sound !== null,
        () => false,
      ),
      new Promise<false>((resolve) => {
        setTimeout(() => resolve(false), PATIENCE_MS);
      }),
    ]);
  }

  /**
   * Switches to the decoded rounds. The element starts playing silence here, because some browsers
   * allow a start only in a tap.
   */
  #takeOver(positionSeconds: number): void {
    this.#isOver = true;
    this.#isPaused = false;
    this.#positionSeconds = positionSeconds;
    this.#own.src = this.#parts.silence;
    this.#own.loop = true;
    this.#own.play().catch(() => undefined);
  }

  /** Lets the element play the file again, at the current position. */
  #giveBack(): void {
    const seconds = this.currentTime;
    this.#stopRounds();
    this.#isOver = false;
    this.#isPaused = true;
    this.#own.preload = "auto";
    this.#own.src = this.#src;
    this.#own.loop = this.#isLooping;
    this.#own.currentTime = seconds;
  }

  #startRounds(at: number, offset: number): void {
    const { context } = this.#parts;
    if (!this.#sound) return;
    this.#stopRounds();
    const { buffer, loop } = this.#sound;
    const source = new AudioBufferSourceNode(context, {
      ...{ buffer, loop: this.#isLooping },
      loopStart: loop.startSeconds,
      loopEnd: loop.startSeconds + loop.lengthSeconds,
    });
    const gain = new GainNode(context, { gain: this.#own.volume });
    source.connect(gain).connect(context.destination);
    source.onended = () => this.#noteEnd();
    source.start(at, offset);
    this.#rounds = { source, gain, at, beginsAt: at - offset };
  }

  #stopRounds(): void {
    if (!this.#rounds) return;
    const { source, gain } = this.#rounds;
    source.onended = null;
    source.stop();
    gain.disconnect();
    this.#rounds = null;
  }

  #halt(positionSeconds: number): void {
    this.#begin();
    this.#stopRounds();
    this.#isPaused = true;
    this.#positionSeconds = positionSeconds;
    this.#own.pause();
    this.#rest();
  }

  /** The source ends only after its looping has been switched off. */
  #noteEnd(): void {
    this.#halt(0);
    this.#tell("ended");
  }

  #noteOwn(name: string): void {
    if (this.#isOver) {
      // Headphones were taken off, or a phone call came in.
      if (name === "pause" && this.#own.paused) this.pause();
      return;
    }
    if (this.#rounds && this.#own.ended) {
      // An element that reaches its end sends `pause` before `ended`.
      if (name === "ended") this.#takeOver(0);
      return;
    }
    if (name !== "playing") this.#unplan();
    this.#rest();
    this.#tell(name);
  }

  /** Schedules the second round for the moment when the first one ends in the element. */
  #plan(): void {
    if (this.#isOver || !this.#isDecodable || this.#own.paused) return;
    const { context } = this.#parts;
    const { currentTime } = this.#own;
    const length = this.#parts.lengthMs() / 1000;
    if (length - currentTime > LOAD_AHEAD_SECONDS) return;
    if (!this.#sound) {
      if (!this.#loading) void this.#load();
      return;
    }
    const { startSeconds, lengthSeconds } = this.#sound.loop;
    const left = startSeconds + lengthSeconds - currentTime;
    if (left < START_SECONDS || context.state !== "running") return;
    // The schedule is ahead by the latency of the output.
    const at = context.currentTime + left - (context.outputLatency || 0);
    const isHeldUp =
      Math.abs((this.#rounds?.at ?? at) - at) > TOLERATED_SECONDS;
    if (this.#rounds && !isHeldUp) return;
    this.#unplan();
    if (left > PLAN_AHEAD_SECONDS) return;
    this.#startRounds(at, startSeconds);
    this.#own.loop = false;
  }

  #unplan(): void {
    if (this.#isOver) return;
    this.#stopRounds();
    this.#own.loop = this.#isLooping;
  }
}
