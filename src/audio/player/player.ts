import { Listeners } from "../../lib/listeners";
import { Scope } from "../../lib/scope";
import { equalGain } from "../../../convex/shared/equalGain";
import {
  EMPTY,
  isOn,
  type PlaybackProblem,
  type PlayerState,
  type Queue,
} from "./playerState";
import type { Track } from "./track";

/** The part of HTMLAudioElement that the player uses. */
export type AudioElement = EventTarget &
  Pick<
    HTMLAudioElement,
    | "src"
    | "preload"
    | "currentTime"
    | "loop"
    | "volume"
    | "error"
    | "paused"
    | "play"
    | "pause"
    | "load"
    | "removeAttribute"
  >;

export interface PlayerParts {
  /** Called once, at the first play, `unlock` or loop. */
  createElement(): AudioElement;
  /**
   * Makes an element that wraps the player's own and repeats a track without a gap. Called in the
   * tap that first sets a track to loop; if that fails, in the next such tap.
   */
  openRounds?(
    own: AudioElement,
    track: () => Track | null,
  ): Promise<AudioElement>;
  /** Whether a file that failed to load no longer exists on the server. */
  isGone(url: string): Promise<boolean>;
  /** Whether equal loudness is on at first; true if absent. */
  readonly isEqual?: boolean;
  /**
   * Whether this browser ignores a volume that is set. Called once. If absent, browsers are assumed
   * not to.
   */
  isVolumeFixed?(): Promise<boolean>;
}

const PROGRESS_PERIOD_MS = 100;

const MEDIA_ERR_NETWORK = 2;
const MEDIA_ERR_DECODE = 3;

/**
 * The app's player. It uses a single audio element, so starting one track stops another. Failures
 * never throw; they appear in the state. Subscribers are called after every change of state.
 */
export class Player {
  readonly #parts: PlayerParts;
  readonly #listeners = new Listeners();
  #scope = new Scope();
  /** The element that plays single tracks. */
  #own: AudioElement | null = null;
  /** The element that plays now: `#own`, or the element of a queue. */
  #element: AudioElement | null = null;
  #progress = new Scope();
  #queueScope = new Scope();
  #blocks = 0;
  #hasRounds = false;
  #state = EMPTY;

  constructor(parts: PlayerParts) {
    this.#parts = parts;
    this.#state = { ...EMPTY, isEqual: parts.isEqual ?? true };
  }

  readonly getState = (): PlayerState => this.#state;

  readonly subscribe = this.#listeners.subscribe;

  /**
   * Plays a track from `fromMs`. Without `fromMs`, resumes the current track, or starts another one
   * at its beginning. Does nothing while blocked.
   */
  play(track: Track, fromMs?: number): void {
    if (this.#state.isBlocked) return;
    if (this.#state.queue?.has(track) === false) this.leaveQueue();
    if (track.url === null) {
      this.#stopDeck();
      this.#set({ ...this.#state, failure: { track, problem: "missing" } });
      return;
    }
    if (this.#state.track?.id !== track.id || this.#state.failure !== null) {
      this.#load(track, track.url);
    }
    if (fromMs !== undefined) this.seek(fromMs);
    this.#start(track);
  }

  /**
   * Lets a later `play` start without a click. Must be called from a click handler: some browsers
   * play only an element that was loaded or played in one.
   */
  unlock(): void {
    if (!this.#element) this.#requireElement().load();
  }

  toggle(track: Track): void {
    if (this.#state.track?.id === track.id && isOn(this.#state)) this.pause();
    else this.play(track);
  }

  pause(): void {
    this.#element?.pause();
    this.#settle();
  }

  resume(): void {
    if (this.#state.track) this.play(this.#state.track);
  }

  /** Moves within the current track, and not beyond its ends. */
  seek(ms: number): void {
    if (!this.#element || !this.#state.track) return;
    const target = Math.min(Math.max(0, ms), this.#state.durationMs);
    this.#element.currentTime = target / 1000;
    this.#set({ ...this.#state, elapsedMs: target });
  }

  setLooping(id: string, isLooping: boolean): void {
    const loopingIds = new Set(this.#state.loopingIds);
    if (isLooping) loopingIds.add(id);
    else loopingIds.delete(id);
    if (this.#element && this.#state.track?.id === id) {
      this.#element.loop = isLooping;
    }
    this.#set({ ...this.#state, loopingIds });
    if (isLooping) void this.#openRounds();
  }

  /** Turns equal loudness on or off, with effect on the current track at once. */
  setEqual(isEqual: boolean): void {
    this.#set({ ...this.#state, isEqual });
    this.#setVolume();
  }

  /** Plays on the element of a queue until `leaveQueue`. Unloads the current track. */
  openQueue(element: AudioElement, queue: Queue): void {
    this.leaveQueue();
    this.#stopDeck();
    this.#element = element;
    this.#queueScope = new Scope();
    this.#listen(element, this.#queueScope);
    this.#set({ ...this.#state, queue });
  }

  /**
   * Shows the current place in the queue, or opens a queue that plays on the player's own element.
   */
  showQueue(queue: Queue): void {
    this.#set({ ...this.#state, queue });
  }

  /** Shows a track that the queue's element has started by itself. */
  handOver(track: Track): void {
    const { durationMs } = track;
    this.#set({ ...this.#state, track, durationMs, elapsedMs: 0 });
    this.#setVolume();
  }

  /** Plays single tracks from now on. Unloads what the queue's element plays. */
  leaveQueue(): void {
    if (this.#state.queue === null) return;
    if (this.#element !== this.#own) {
      this.#stopDeck();
      this.#queueScope.dispose();
      this.#element = this.#own;
    }
    this.#set({ ...this.#state, queue: null });
  }

  /** Stops and unloads the current track. Loop settings stay. */
  close(): void {
    this.leaveQueue();
    this.#stopDeck();
    this.#set({ ...this.#state, failure: null });
  }

  /**
   * Pauses, and prevents playback until the returned function is called. Blocks may overlap; all of
   * them must be released.
   */
  block(): () => void {
    this.#blocks += 1;
    this.pause();
    this.#set({ ...this.#state, isBlocked: true });
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#blocks -= 1;
      this.#set({ ...this.#state, isBlocked: this.#blocks > 0 });
    };
  }

  dispose(): void {
    this.#stopDeck();
    this.#scope.dispose();
  }

  #load(track: Track, url: string): void {
    const element = this.#requireElement();
    element.pause();
    this.#progress.dispose();
    element.loop = this.#state.loopingIds.has(track.id);
    element.src = url;
    this.#set({
      ...this.#state,
      track,
      status: "loading",
      elapsedMs: 0,
      durationMs: track.durationMs,
      failure: null,
    });
    this.#setVolume();
  }

  #setVolume(): void {
    const { track, isEqual } = this.#state;
    if (!this.#element) return;
    this.#element.volume = isEqual ? equalGain(track?.loudness) : 1;
  }

  #start(track: Track): void {
    const element = this.#requireElement();
    if (this.#state.status !== "playing") {
      this.#set({ ...this.#state, status: "loading" });
    }
    element.play().then(
      // WebKit sends no `playing` event when an ended track starts again, so the promise reports
      // it.
      () => this.#noteStarted(element, track),
      (error: unknown) => this.#noteRefused(element, track, error),
    );
  }

  #noteStarted(element: AudioElement, track: Track): void {
    const { status } = this.#state;
    const isSame = this.#state.track?.id === track.id;
    if (isSame && status === "loading" && !element.paused)
      this.#startProgress();
  }

  #noteRefused(element: AudioElement, track: Track, error: unknown): void {
    // A newer play or a pause aborts the older promise, which is not a failure of this track.
    if (error instanceof DOMException && error.name === "AbortError") return;
    if (this.#state.track?.id !== track.id || element.error) return;
    this.#fail("refused");
  }

  #requireElement(): AudioElement {
    this.#element ??= this.#requireOwn();
    return this.#element;
  }

  #requireOwn(): AudioElement {
    if (this.#own) return this.#own;
    const element = this.#parts.createElement();
    element.preload = "auto";
    this.#listen(element, this.#scope);
    this.#own = element;
    void this.#learnVolume();
    return element;
  }

  /**
   * Loads the code for looping without gaps. Until it is there, or if it fails, the browser's own
   * loop is used.
   */
  async #openRounds(): Promise<void> {
    if (this.#hasRounds || !this.#parts.openRounds) return;
    this.#hasRounds = true;
    const own = this.#requireOwn();
    try {
      const rounds = await this.#parts.openRounds(own, () => this.#state.track);
      this.#scope.dispose();
      this.#scope = new Scope();
      this.#listen(rounds, this.#scope);
      if (this.#element === own) this.#element = rounds;
      this.#own = rounds;
    } catch {
      this.#hasRounds = false;
    }
  }

  #listen(element: AudioElement, scope: Scope): void {
    scope.listen(element, "playing", () => this.#startProgress());
    scope.listen(element, "pause", () => this.#settle());
    scope.listen(element, "ended", () => this.#rewind());
    scope.listen(element, "waiting", () => this.#wait());
    scope.listen(element, "error", () => void this.#explainError());
  }

  async #learnVolume(): Promise<void> {
    const isVolumeFixed = await this.#parts.isVolumeFixed?.();
    if (isVolumeFixed) this.#set({ ...this.#state, isVolumeFixed });
  }

  #startProgress(): void {
    if (!this.#state.track) return;
    this.#progress.dispose();
    this.#progress = new Scope();
    this.#progress.every(PROGRESS_PERIOD_MS, () => this.#readTime());
    this.#set({ ...this.#state, status: "playing" });
  }

  #settle(): void {
    this.#progress.dispose();
    if (isOn(this.#state)) {
      this.#readTime();
      this.#set({ ...this.#state, status: "paused" });
    }
  }

  #wait(): void {
    if (this.#state.status === "playing") {
      this.#set({ ...this.#state, status: "loading" });
    }
  }

  #rewind(): void {
    if (this.#state.queue?.goOn?.()) return;
    this.#progress.dispose();
    if (this.#element) this.#element.currentTime = 0;
    this.#set({ ...this.#state, status: "paused", elapsedMs: 0 });
  }

  #readTime(): void {
    if (!this.#element) return;
    const elapsedMs = this.#element.currentTime * 1000;
    this.#set({ ...this.#state, elapsedMs });
  }

  async #explainError(): Promise<void> {
    const { track } = this.#state;
    const code = this.#element?.error?.code;
    if (!track?.url || code === undefined) return;
    if (code === MEDIA_ERR_NETWORK) return this.#fail(unlessOffline("network"));
    if (code === MEDIA_ERR_DECODE) return this.#fail("decode");
    // Browsers report a missing file as "source not supported", so ask the server. Until it
    // answers, the status stays "loading", so that `passOver` goes on to the next track.
    this.#progress.dispose();
    this.#set({ ...this.#state, status: "loading" });
    const isGone = await this.#parts.isGone(track.url);
    if (this.#state.track?.id !== track.id) return;
    this.#fail(isGone ? "gone" : unlessOffline("unsupported"));
  }

  #fail(problem: PlaybackProblem): void {
    const { track } = this.#state;
    if (!track) return;
    this.#progress.dispose();
    this.#set({
      ...this.#state,
      status: "paused",
      elapsedMs: 0,
      failure: { track, problem },
    });
  }

  #stopDeck(): void {
    this.#progress.dispose();
    if (this.#element && this.#state.track) {
      this.#element.pause();
      this.#element.removeAttribute("src");
      this.#element.load();
    }
    this.#set({
      ...this.#state,
      track: null,
      status: "empty",
      elapsedMs: 0,
      durationMs: 0,
    });
  }

  #set(state: PlayerState): void {
    this.#state = state;
    this.#listeners.tell();
  }
}

/** Without a connection, browsers report all kinds of problems. */
const unlessOffline = (problem: PlaybackProblem): PlaybackProblem =>
  navigator.onLine === false ? "offline" : problem;
