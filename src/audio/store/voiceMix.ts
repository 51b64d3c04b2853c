/** How the voice of a take can sound. */
export const VOICE_SOUNDS = ["dry", "clean", "warm", "hall", "phone"] as const;

export type VoiceSound = (typeof VOICE_SOUNDS)[number];

/** Changes to the mix of voice and beat made after recording. */
export interface VoiceMix {
  /** Moves the voice; above zero, the voice is later. */
  readonly timingMs: number;
  /** Level of the voice relative to the recorded one; 1 is unchanged. */
  readonly voice: number;
  /** Level of the beat relative to the recorded one; unchanged if absent. */
  readonly beat?: number;
  /** "dry" if absent. */
  readonly sound?: VoiceSound;
}
