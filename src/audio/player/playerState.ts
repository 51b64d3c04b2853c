import type { Track } from "./track";

/**
 * Why a track did not play.
 *
 * - missing: the item has no file
 * - gone: the file no longer exists
 * - network: the download failed
 * - offline: there is no connection
 * - decode: the data is damaged
 * - unsupported: the browser cannot play the format
 * - refused: the browser did not allow playback to start
 */
export type PlaybackProblem =
  | "missing"
  | "gone"
  | "network"
  | "offline"
  | "decode"
  | "unsupported"
  | "refused";

/** Several tracks that are played one after the other. */
export interface Queue {
  /** The current track's place among them, counted from 1; null if nobody knows how many there are. */
  readonly place: { readonly number: number; readonly count: number } | null;
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
  /** False for a track that came by itself after the one that the viewer chose. */
  readonly isChosen?: boolean;
  /** Whether it goes on when this track is played. Any other one ends the queue. */
  readonly has: (track: Track) => boolean;
  /** Plays the track before or after the current one; does nothing if there is none. */
  readonly step: (by: 1 | -1) => void;
  /** Called at the end of each track, unless the element goes on by itself. True if another one plays now. */
  readonly goOn?: () => boolean;
}

/** An immutable snapshot; every change creates a new one. */
export interface PlayerState {
  readonly track: Track | null;
  readonly status: "empty" | "loading" | "playing" | "paused";
  readonly elapsedMs: number;
  readonly durationMs: number;
  /** Ids of the tracks that loop. A track can be set to loop before it plays. */
  readonly loopingIds: ReadonlySet<string>;
  readonly failure: {
    readonly track: Track;
    readonly problem: PlaybackProblem;
  } | null;
  /** True while something such as the recorder holds a block; see `block`. */
  readonly isBlocked: boolean;
  /** Whether all tracks play equally loud; see `equalGain`. */
  readonly isEqual: boolean;
  /** What goes on by itself with further tracks; null while tracks are played one by one. */
  readonly queue: Queue | null;
  /** True where the volume cannot be set, so all tracks play as they are. Known after the first play. */
  readonly isVolumeFixed: boolean;
}

/** Whether the current track plays, or will as soon as it has loaded. */
export const isOn = ({ status }: Pick<PlayerState, "status">): boolean =>
  status === "playing" || status === "loading";

export const EMPTY: PlayerState = {
  track: null,
  status: "empty",
  elapsedMs: 0,
  durationMs: 0,
  loopingIds: new Set(),
  failure: null,
  isBlocked: false,
  isEqual: true,
  queue: null,
  isVolumeFixed: false,
};
