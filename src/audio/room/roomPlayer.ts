import { Listeners } from "../../lib/listeners";
import { logFailure } from "../../lib/logFailure";
import { Scope } from "../../lib/scope";
import { keepOutputAwake } from "../capture/soundOutput";
import { reportedOutputLatency } from "../delay/outputLatency";
import { placeInFile, wholeFile } from "../signal/beatLoop";
import { glideTo } from "../signal/masterBus";
import {
  type Piece,
  placeInRide,
  RidePlan,
  type RoomSound,
  type RoomVerse,
} from "./ridePlan";
import type { ReadySound, SoundFile } from "./roomSounds";
import type { Sounding } from "./sounding";

/** A file of the room, with its gain. */
interface RoomFile extends SoundFile {
  readonly level: number;
}

/** What the room plays; see `RoomSound` for rides. */
export interface RoomScore extends Pick<RoomSound, "ride" | "isEnding"> {
  /** Null if the beat's file is gone. */
  readonly beat: (RoomFile & Pick<RoomSound, "rhythm">) | null;
  /** The verses that are heard one after the other, earliest first. */
  readonly verses: readonly ScoreVerse[];
}

export interface ScoreVerse
  extends RoomFile, Pick<RoomVerse, "id" | "startsAt" | "atMs"> {
  /** Whether the listener has hidden this verse. The beat is heard in its place. */
  readonly isHidden: boolean;
}

interface RoomParts {
  readonly context: AudioContext;
  /** The server's time in ms; null while it is unknown. */
  readonly serverNow: () => number | null;
  readonly load: (file: SoundFile, signal: AbortSignal) => Promise<ReadySound>;
  readonly page: Pick<Document, "hidden" | keyof EventTarget>;
}

export interface RoomState {
  /** The id of the verse that is heard; "beat" for the beat; null for silence. */
  readonly heard: string | null;
  /**
   * False while the browser does not let the context run. A player that is made in a tap may run at
   * once.
   */
  readonly isRunning: boolean;
  readonly isLoading: boolean;
  readonly isBeatBroken: boolean;
  /** False if an element plays one of the files, which is only roughly in time. */
  readonly isInStep: boolean;
}

interface Playing {
  piece: Piece;
  readonly sound: Sounding;
  /** When the piece is to end, in seconds on the context's clock; null while that is unknown. */
  endsAt: number | null;
}

export const NOTHING_HEARD: RoomState = {
  heard: null,
  isRunning: false,
  isLoading: false,
  isBeatBroken: false,
  isInStep: true,
};

const TICK_MS = 250;
const AHEAD_MS = 4_000;
/** A download that takes longer than this is aborted. */
const LOAD_MS = 90_000;
const RETRY_MS = 5_000;
/** A context whose clock has stood still for this long has stopped, whatever its state says. */
const STUCK_MS = 3_000;
const SOON_SECONDS = 0.03;
const FADE_SECONDS = 0.01;
/**
 * Length of the fade at a start or end that was not planned, which is softer than a planned one.
 */
const SOFT_SECONDS = 0.2;
/** If the clocks have shifted by more than this, they are compared again before a verse starts. */
const VERSE_SLACK_MS = 60;
/** The same limit for a ride. It is wider, because a correction makes the beat jump. */
const RIDE_SLACK_MS = 300;
/** If the clocks have shifted by more than this, the sound stood still for a while. */
const STOOD_STILL_MS = 1_000;

/**
 * Plays a room in step with all other listeners: each piece is scheduled once on the audio clock,
 * for a moment of the server's clock. The player owns the context from now on.
 */
export class RoomPlayer {
  readonly #parts: RoomParts;
  readonly #listeners = new Listeners();
  readonly #scope = new Scope();
  readonly #plan = new RidePlan();
  readonly #ride: GainNode;
  readonly #verses: GainNode;
  readonly #sounding = new Map<string, Playing>();
  /**
   * By the file's address: the sound if it is loaded, or the controller that aborts its download.
   */
  readonly #sounds = new Map<string, ReadySound | AbortController>();
  /** Addresses of files that could not be loaded or played and will be tried again. */
  readonly #failed = new Set<string>();
  #score: RoomScore | null = null;
  #isSilent = false;
  /**
   * Add this to the server's time, in ms, to get the context's time at which a sound must be played
   * to be heard then. Null while nothing plays.
   */
  #shiftMs: number | null = null;
  /** The latest time of the context's clock, and when it was first seen. */
  #seen = { time: -1, at: 0 };
  #state = NOTHING_HEARD;

  constructor(parts: RoomParts) {
    this.#parts = parts;
    const { context, page } = parts;
    this.#ride = new GainNode(context);
    this.#verses = new GainNode(context);
    this.#ride.connect(context.destination);
    this.#verses.connect(context.destination);
    keepOutputAwake(context, this.#scope);
    this.#scope.every(TICK_MS, () => this.#tick());
    this.#scope.listen(page, "visibilitychange", () => this.#tick());
    this.#scope.add(() => void context.close());
  }

  readonly getState = (): RoomState => this.#state;

  readonly subscribe = this.#listeners.subscribe;

  setScore(score: RoomScore): void {
    this.#score = score;
    this.#tick();
  }

  /** Stops everything, or starts again at the room's current place. */
  setSilent(isSilent: boolean): void {
    this.#isSilent = isSilent;
    this.#tick();
  }

  muteRide(isMuted: boolean): void {
    glideTo(this.#ride, isMuted ? 0 : 1);
  }

  muteVerses(isMuted: boolean): void {
    glideTo(this.#verses, isMuted ? 0 : 1);
  }

  dispose(): void {
    this.#endAll();
    this.#scope.dispose();
    for (const url of this.#sounds.keys()) this.#drop(url);
  }

  #loadAll(now: number | null): void {
    const files = this.#isSilent ? [] : this.#files(now);
    const urls = files.map(({ url }) => url);
    for (const url of this.#sounds.keys())
      if (!urls.includes(url)) this.#drop(url);
    for (const file of files)
      if (!this.#sounds.has(file.url)) void this.#load(file);
  }

  #drop(url: string): void {
    const sound = this.#sounds.get(url);
    this.#sounds.delete(url);
    this.#failed.delete(url);
    if (sound instanceof AbortController) sound.abort();
  }

  /** The files that are still to be heard. */
  #files(now: number | null): RoomFile[] {
    const { beat = null, verses = [] } = this.#score ?? {};
    const ahead = verses.filter(
      ({ startsAt, atMs, durationMs, isHidden }) =>
        !isHidden && (now === null || startsAt - atMs + durationMs > now),
    );
    return [...(beat ? [beat] : []), ...ahead];
  }

  async #load(file: SoundFile): Promise<void> {
    const { url } = file;
    const loading = new AbortController();
    const isWanted = () => this.#sounds.get(url) === loading;
    this.#sounds.set(url, loading);
    const stop = this.#scope.after(LOAD_MS, () => loading.abort());
    try {
      const loaded = await this.#parts.load(file, loading.signal);
      if (!isWanted()) return;
      this.#sounds.set(url, loaded);
      this.#failed.delete(url);
    } catch (error) {
      if (!isWanted()) return;
      logFailure("loading a sound of a room failed", error);
      this.#retry(url, loading);
    } finally {
      stop();
    }
    this.#tick();
  }

  /** Tries to load the file again after `RETRY_MS`. */
  #retry(url: string, tried: ReadySound | AbortController): void {
    this.#failed.add(url);
    const done = this.#scope.after(RETRY_MS, () => {
      done();
      if (this.#sounds.get(url) === tried) this.#sounds.delete(url);
      this.#tick();
    });
  }

  #ready(file: SoundFile | null | undefined): ReadySound | null {
    const sound = file && this.#sounds.get(file.url);
    return sound && "start" in sound && !this.#failed.has(file.url)
      ? sound
      : null;
  }

  #tick(): void {
    const now = this.#parts.serverNow();
    if (this.#scope.isDisposed) return;
    this.#loadAll(now);
    const isRunning = this.#isRunning();
    const score = this.#score;
    if (!score || now === null || this.#isSilent || !isRunning) this.#endAll();
    else this.#play(score, now);
    this.#tell(now, isRunning);
  }

  /** Also resumes a context that was stopped, for example by a phone call. */
  #isRunning(): boolean {
    const { context } = this.#parts;
    const at = performance.now();
    const time = context.currentTime;
    if (time !== this.#seen.time) this.#seen = { time, at };
    if (context.state === "running") return at - this.#seen.at < STUCK_MS;
    context.resume().catch(() => undefined);
    return false;
  }

  #play(score: RoomScore, now: number): void {
    this.#watchClock(now);
    const pieces = this.#pieces(score, now);
    const keys = pieces.map(({ key }) => key);
    for (const [key, { piece, sound }] of this.#sounding) {
      if (keys.includes(key)) continue;
      if (piece.toAt > now)
        sound.endAt(this.#parts.context.currentTime, SOFT_SECONDS);
      this.#sounding.delete(key);
    }
    for (const piece of pieces) {
      if (!this.#sounding.has(piece.key)) this.#start(score, piece, now);
      const started = this.#sounding.get(piece.key);
      if (!started) continue;
      started.piece = piece;
      const endsAt = this.#timeOf(piece.toAt);
      // A fade that has begun must not begin again.
      if (endsAt === Infinity || endsAt === started.endsAt) continue;
      started.endsAt = endsAt;
      started.sound.endAt(endsAt, FADE_SECONDS);
    }
  }

  #pieces(score: RoomScore, now: number) {
    const { ride, beat, isEnding = false } = score;
    const rhythm = beat?.rhythm ?? { bpm: 60, loopMs: 1 };
    const verses = score.verses.map((verse) => ({
      ...verse,
      isHeard: !verse.isHidden && this.#ready(verse) !== null,
    }));
    return this.#plan.pieces({ rhythm, ride, verses, isEnding }, now);
  }

  #start({ beat, verses }: RoomScore, piece: Piece, now: number): void {
    const id = piece.verse?.id;
    const file = id ? verses.find((verse) => verse.id === id) : beat;
    const ready = this.#ready(file);
    if (!file || !ready) return;
    // The timers of a hidden page may run only once a minute, so it starts everything that it can.
    const isAsleep = this.#parts.page.hidden && ready.decoded !== null;
    if (piece.fromAt > now + AHEAD_MS && !isAsleep) return;
    const isFirst = this.#sounding.size === 0;
    this.#correct(now, isFirst ? 0 : slackOf(piece));
    const { context } = this.#parts;
    const soonest = context.currentTime + SOON_SECONDS;
    const planned = this.#timeOf(piece.fromAt);
    const at = Math.max(planned, soonest);
    const heardAt = 1000 * at - (this.#shiftMs ?? 0);
    if (heardAt >= piece.toAt) return;
    const sound = ready.start({
      ...{ context, at, level: file.level },
      output: piece.verse ? this.#verses : this.#ride,
      offset: piece.verse
        ? (heardAt - piece.zeroAt) / 1000
        : placeInFile(
            ready.decoded?.loop ??
              wholeFile({ duration: file.durationMs / 1000 }),
            placeInRide(piece, file.rhythm ?? { loopMs: 1 }, heardAt) / 1000,
          ),
      fadeSeconds: at > planned ? SOFT_SECONDS : FADE_SECONDS,
      onBroken: () => {
        this.#sounding.delete(piece.key);
        this.#retry(file.url, ready);
        this.#tick();
      },
    });
    this.#sounding.set(piece.key, { piece, sound, endsAt: null });
  }

  /**
   * Returns the context's time, in seconds, at which a sound must be played to be heard at `at` of
   * the server's clock.
   */
  #timeOf(at: number): number {
    return (at + (this.#shiftMs ?? 0)) / 1000;
  }

  #freshShift(now: number): number {
    const { context } = this.#parts;
    const latency = reportedOutputLatency(context) ?? 0;
    return 1000 * (context.currentTime - latency) - now;
  }

  #correct(now: number, slackMs: number): void {
    const fresh = this.#freshShift(now);
    const isOff =
      this.#shiftMs === null || Math.abs(fresh - this.#shiftMs) > slackMs;
    if (isOff) this.#shiftMs = fresh;
  }

  /** Starts again if the sound stood still, for example because the phone slept. */
  #watchClock(now: number): void {
    if (this.#shiftMs === null) return;
    const offMs = Math.abs(this.#freshShift(now) - this.#shiftMs);
    if (offMs > STOOD_STILL_MS) this.#endAll();
  }

  #endAll(): void {
    const { context } = this.#parts;
    for (const { sound } of this.#sounding.values())
      sound.endAt(context.currentTime, FADE_SECONDS);
    this.#sounding.clear();
    this.#shiftMs = null;
  }

  #tell(now: number | null, isRunning: boolean): void {
    const beat = this.#score?.beat ?? null;
    const all = [...this.#sounding.values()].map(({ piece }) => piece);
    const heard = all.find(
      ({ fromAt, toAt }) => now !== null && fromAt <= now && toAt > now,
    );
    const files = this.#files(now);
    const state: RoomState = {
      heard: heard ? (heard.verse?.id ?? "beat") : null,
      isRunning,
      isLoading: files.some(
        (file) => !this.#failed.has(file.url) && this.#ready(file) === null,
      ),
      isBeatBroken: beat === null || this.#failed.has(beat.url),
      isInStep: files.every((file) => this.#ready(file)?.decoded !== null),
    };
    const isSame = KEYS.every((key) => state[key] === this.#state[key]);
    if (isSame) return;
    this.#state = state;
    this.#listeners.tell();
  }
}

const KEYS = [
  ...(["heard", "isRunning", "isLoading", "isBeatBroken", "isInStep"] as const),
];

const slackOf = ({ verse }: Piece) => (verse ? VERSE_SLACK_MS : RIDE_SLACK_MS);
