/** How loud the beat is in a take. */
export const DEFAULT_BEAT_LEVEL = 0.7;

/** Gains of the voice and the beat in a mix. */
export interface CaptureLevels {
  /** 1 is the level as captured. */
  readonly voice: number;
  /** 1 is the level of the file. */
  readonly beat: number;
}

/**
 * The levels at which a take is recorded. The performer mixes the finished take by ear, starting
 * from them.
 */
export const TAKE_LEVELS: CaptureLevels = {
  voice: 1,
  beat: DEFAULT_BEAT_LEVEL,
};

/** Leaves voice and beat unchanged. */
export const UNCHANGED_LEVELS: CaptureLevels = { voice: 1, beat: 1 };
