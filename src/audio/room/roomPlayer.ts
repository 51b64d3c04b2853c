import { Listeners } from "../../lib/listeners";
import { logFailure } from "../../lib/logFailure";
import { Scope } from "../../lib/scope";
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

/** A file of the room, and how loud it is played. */
export interface RoomFile extends SoundFile {
  readonly level: number;
}

/** What the room is to sound like. */
export interface RoomScore extends Pick<RoomSound, "ride" | "isEnding"> {
  /** Null if its file is gone. */
  readonly beat: (RoomFile & Pick<RoomSound, "rhythm">) | null;
  /** Those that are heard one after the other, the earliest first. */
  readonly verses: readonly ScoreVerse[];
}

export interface ScoreVerse
  extends RoomFile, Pick<RoomVerse, "id" | "startsAt" | "atMs"> {
  /** Whether the listener does not want to hear it. The beat takes its place. */
  readonly isHidden: boolean;
}

export interface RoomParts {
  readonly context: AudioContext;
  /** The clock of the server in ms; null while it is not known. */
  readonly serverNow: () => number | null;
  readonly load: (file: SoundFile) => Promise<ReadySound>;
}

export interface RoomState {
  /** The id of the verse that is heard, "beat", or null. */
  readonly heard: string | null;
  readonly isBeatBroken: boolean;
  /** False if an element plays something, which is only about in time. */
  readonly isInStep: boolean;
}

interface Playing {
  piece: Piece;
  readonly sound: Sounding;
  /** When it is to end, in seconds on the context's clock; null while that is not known. */
  endsAt: number | null;
}

export const NOTHING_HEARD: RoomState = {
  heard: null,
  isBeatBroken: false,
  isInStep: true,
};

const TICK_MS = 250;
/** Hidden pages look only once a second, or later. */
const AHEAD_MS = 4_000;
const SOON_SECONDS = 0.03;
const FADE_SECONDS = 0.01;
/** What was not planned comes and goes more softly. */
const SOFT_SECONDS = 0.2;
/** A verse does not start on a clock that is off by more. */
const VERSE_SLACK_MS = 60;
/** After a verse, the ride is not moved for less. */
const RIDE_SLACK_MS = 300;
/** More says that the sound stood still for a while. */
const STOOD_STILL_MS = 1_000;

/**
 * Plays a room in step with everybody else: each piece is scheduled once on the audio clock, for a
 * moment of the server's clock. The context belongs to the player from now on.
 */
export class RoomPlayer {
  readonly #parts: RoomParts;
  readonly #listeners = new Listeners();
  readonly #scope = new Scope();
  readonly #plan = new RidePlan();
  readonly #ride: GainNode;
  readonly #verses: GainNode;
  readonly #sounding = new Map<string, Playing>();
  readonly #sounds = new Map<string, ReadySound | "loading" | "failed">();
  #score: RoomScore | null = null;
  #isSilent = false;
  /** From the server's clock to the context's, in ms, so that a moment is heard on time. */
  #shiftMs: number | null = null;
  #state = NOTHING_HEARD;

  constructor(parts: RoomParts) {
    this.#parts = parts;
    const { context } = parts;
    this.#ride = new GainNode(context);
    this.#verses = new GainNode(context);
    this.#ride.connect(context.destination);
    this.#verses.connect(context.destination);
    this.#scope.every(TICK_MS, () => this.#tick());
    this.#scope.add(() => void context.close());
  }

  readonly getState = (): RoomState => this.#state;

  readonly subscribe = this.#listeners.subscribe;

  setScore(score: RoomScore): void {
    this.#score = score;
    this.#loadAll();
    this.#tick();
  }

  /** Stops everything, or goes on where the room is by then. */
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
    this.#sounds.clear();
  }

  #loadAll(): void {
    const files = this.#files();
    const urls = files.map(({ url }) => url);
    for (const url of this.#sounds.keys())
      if (!urls.includes(url)) this.#sounds.delete(url);
    for (const file of files)
      if (!this.#sounds.has(file.url)) void this.#load(file);
  }

  #files(): RoomFile[] {
    const { beat = null, verses = [] } = this.#score ?? {};
    return [...(beat ? [beat] : []), ...verses];
  }

  async #load(file: SoundFile): Promise<void> {
    const { url } = file;
    this.#sounds.set(url, "loading");
    const loaded = await this.#parts.load(file).catch((error: unknown) => {
      logFailure("loading a sound of a room failed", error);
      return "failed" as const;
    });
    if (this.#scope.isDisposed || !this.#sounds.has(url)) return;
    this.#sounds.set(url, loaded);
    this.#tick();
  }

  #ready(file: SoundFile | null | undefined): ReadySound | null {
    const sound = file && this.#sounds.get(file.url);
    return sound && typeof sound !== "string" ? sound : null;
  }

  #tick(): void {
    const now = this.#parts.serverNow();
    const { context } = this.#parts;
    if (this.#scope.isDisposed) return;
    const score = this.#score;
    if (!score || now === null || this.#isSilent || context.state !== "running")
      this.#endAll();
    else this.#play(score, now);
    this.#tell(now);
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
    if (!file || !ready || piece.fromAt > now + AHEAD_MS) return;
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
    });
    this.#sounding.set(piece.key, { piece, sound, endsAt: null });
  }

  /** When a moment of the server's clock is to be played, so that it is heard then. */
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

  /** Starts anew after the sound stood still, as on a phone that slept. */
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

  #tell(now: number | null): void {
    const beat = this.#score?.beat ?? null;
    const all = [...this.#sounding.values()].map(({ piece }) => piece);
    const heard = all.find(
      ({ fromAt, toAt }) => now !== null && fromAt <= now && toAt > now,
    );
    const state: RoomState = {
      heard: heard ? (heard.verse?.id ?? "beat") : null,
      isBeatBroken: beat === null || this.#sounds.get(beat.url) === "failed",
      isInStep: this.#files().every(
        (file) => this.#ready(file)?.decoded !== null,
      ),
    };
    const isSame =
      state.heard === this.#state.heard &&
      state.isBeatBroken === this.#state.isBeatBroken &&
      state.isInStep === this.#state.isInStep;
    if (isSame) return;
    this.#state = state;
    this.#listeners.tell();
  }
}

const slackOf = ({ verse }: Piece) => (verse ? VERSE_SLACK_MS : RIDE_SLACK_MS);
