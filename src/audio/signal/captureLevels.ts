/** Initial position of the beat's slider. */
export const DEFAULT_BEAT_LEVEL = 0.7;

/** Gains of the voice and the beat in a mix. */
export interface CaptureLevels {
  /** 1 is the level as captured. */
  readonly voice: number;
  /** 1 is the level of the file. */
  readonly beat: number;
}

/** Leaves both as they are. */
export const UNCHANGED_LEVELS: CaptureLevels = { voice: 1, beat: 1 };
