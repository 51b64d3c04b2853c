/** How loud the beat is in a take. */
export const DEFAULT_BEAT_LEVEL = 0.7;

/** Gains of the voice and the beat in a mix. */
export interface CaptureLevels {
  /** 1 is the level as captured. */
  readonly voice: number;
  /** 1 is the level of the file. */
  readonly beat: number;
}

/** What a take is recorded with. A finished take is mixed by ear, from there. */
export const TAKE_LEVELS: CaptureLevels = {
  voice: 1,
  beat: DEFAULT_BEAT_LEVEL,
};

/** Leaves both as they are. */
export const UNCHANGED_LEVELS: CaptureLevels = { voice: 1, beat: 1 };
