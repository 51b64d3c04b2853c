import type { VoiceSound } from "../store/voiceMix";

export const DEFAULT_VOICE_SOUND: VoiceSound = "dry";

interface Filter {
  readonly type: BiquadFilterType;
  readonly frequency: number;
  /** In dB; only for shelves and peaks. */
  readonly gain?: number;
  readonly Q?: number;
}

/** The effects of a voice sound, in the order in which the voice passes them. */
export interface VoiceChain {
  readonly filters: readonly Filter[];
  /** Times in seconds, levels in dB. */
  readonly compressor: {
    readonly threshold: number;
    readonly knee: number;
    readonly ratio: number;
    readonly attack: number;
    readonly release: number;
  } | null;
  /** Length of the echo and its level beside the voice. */
  readonly hall: { readonly seconds: number; readonly level: number } | null;
  /** In dB; keeps the voice as loud as it is without effects. */
  readonly trim: number;
}

/** Loudness of the voice where it enters the effects. Compressors depend on it. */
export const CHAIN_LUFS = -20;

export const VOICE_CHAINS: Readonly<Record<VoiceSound, VoiceChain>> = {
  dry: { filters: [], compressor: null, hall: null, trim: 0 },
  clean: {
    filters: [
      { type: "highpass", frequency: 90 },
      { type: "peaking", frequency: 320, gain: -2.5, Q: 1 },
      { type: "peaking", frequency: 3_500, gain: 2.5, Q: 0.8 },
      { type: "highshelf", frequency: 9_000, gain: 2 },
    ],
    compressor: {
      threshold: -24,
      knee: 6,
      ratio: 3,
      attack: 0.004,
      release: 0.12,
    },
    hall: null,
    trim: -2.3,
  },
  warm: {
    filters: [
      { type: "highpass", frequency: 65 },
      { type: "lowshelf", frequency: 220, gain: 3.5 },
      { type: "highshelf", frequency: 6_000, gain: -4 },
    ],
    compressor: {
      threshold: -26,
      knee: 10,
      ratio: 2.5,
      attack: 0.008,
      release: 0.2,
    },
    hall: null,
    trim: -2.1,
  },
  hall: {
    filters: [{ type: "highpass", frequency: 100 }],
    compressor: null,
    hall: { seconds: 1.6, level: 0.35 },
    trim: -0.3,
  },
  phone: {
    filters: [
      { type: "highpass", frequency: 420 },
      { type: "highpass", frequency: 420 },
      { type: "lowpass", frequency: 3_200 },
      { type: "lowpass", frequency: 3_200 },
      { type: "peaking", frequency: 1_500, gain: 4, Q: 0.9 },
    ],
    compressor: {
      threshold: -30,
      knee: 3,
      ratio: 6,
      attack: 0.002,
      release: 0.08,
    },
    hall: null,
    trim: -2.3,
  },
};

/**
 * Every engine's compressor looks ahead by this time, which delays its output by the same time. The
 * voice starts that much earlier to stay on the beat.
 */
const COMPRESSOR_DELAY_SECONDS = 0.006;

/** Returns how much later a voice leaves its effects than it entered them. */
export function chainDelaySeconds(sound: VoiceSound): number {
  return VOICE_CHAINS[sound].compressor ? COMPRESSOR_DELAY_SECONDS : 0;
}
