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

/** Several tracks that play one after the other. */
export interface Queue {
  /**
   * The current track's place in the queue, counted from 1; null if the number of tracks is
   * unknown.
   */
  readonly place: { readonly number: number; readonly count: number } | null;
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
  /** False for a track that started by itself after the one that the viewer chose. */
  readonly isChosen?: boolean;
  /** Whether the queue continues when this track is played. Any other track ends the queue. */
  readonly has: (track: Track) => boolean;
  /** Plays the track before or after the current one; does nothing if there is none. */
  readonly step: (by: 1 | -1) => void;
  /**
   * Called at the end of each track, unless the queue's element continues by itself. Returns true
   * if another track plays now.
   */
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
  /** The queue that plays; null while tracks are played one by one. */
  readonly queue: Queue | null;
  /**
   * True if the browser does not let the page set the volume, so that all tracks play at their own
   * loudness. Known after the first play.
   */
  readonly isVolumeFixed: boolean;
}

/** Whether the current track plays, or will play once it has loaded. */
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
