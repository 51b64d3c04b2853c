import { equalGain } from "../../../convex/shared/equalGain";
import type { StoredLoudness } from "../../../convex/shared/loudness";
import type { PlacedSection } from "../../../convex/shared/sections";
import { barMs, type Rhythm } from "../../../convex/shared/beatGrid";
import type { CountIn } from "./countIn";

/** The end of a verse that is heard before a take that answers it. */
export interface VerseLead {
  readonly url: string;
  readonly fromMs: number;
  readonly toMs: number;
  /**
   * Whether the verse ends on a bar line, so that the beat can follow at once. Otherwise a bar of
   * the beat comes between the verse and the take.
   */
  readonly isOnBar: boolean;
  readonly loudness: StoredLoudness | undefined;
}

/** A lead that a take asks for, and the count that goes with it. */
export interface LeadRequest extends CountIn {
  readonly verse: VerseLead;
  /** Whether clicks are heard over the last bar of the verse. They are not recorded. */
  readonly hasClicks: boolean;
  /** Called if the verse could not be loaded in time; the take begins without it. */
  readonly onMissing: () => void;
}

interface LedBy {
  readonly url: string;
  readonly durationMs: number;
  readonly section: PlacedSection | null;
  readonly loudness?: StoredLoudness | undefined;
}

const LEAD_BARS = 4;
/** How much is heard of a verse whose bars are unknown. */
const UNPLACED_MS = 10_000;
/** The recorder needs this time to start. */
const LEAST_MS = 1_000;
const START_SECONDS = 0.1;
/** The verse fades out, and the beat in, for this long. */
export const FADE_SECONDS = 0.01;

/** Returns the last bars of a verse, or null if it is too short to lead in. */
export function planVerseLead(
  verse: LedBy,
  rhythm: Pick<Rhythm, "bpm">,
): VerseLead | null {
  const { url, durationMs, section, loudness } = verse;
  const endMs = section?.endMs ?? Infinity;
  const isOnBar = endMs <= durationMs + LEAST_MS;
  const toMs = isOnBar ? endMs : durationMs;
  const leadMs = isOnBar ? LEAD_BARS * barMs(rhythm) : UNPLACED_MS;
  const fromMs = Math.max(0, toMs - leadMs);
  return toMs - fromMs < LEAST_MS
    ? null
    : { url, fromMs, toMs, isOnBar, loudness };
}

/** A verse that leads in. Times are in seconds on the context's clock. */
export interface PlayingLead {
  readonly startsAt: number;
  readonly endsAt: number;
  /** Fades the verse out at `beatAt`, where the beat starts. */
  readonly endAt: (beatAt: number) => void;
  readonly stop: () => void;
}

/** Starts the end of a verse, to be heard at `level`. */
export function playVerseLead(
  context: AudioContext,
  buffer: AudioBuffer,
  { fromMs, toMs, loudness }: VerseLead,
  level: number,
): PlayingLead {
  const source = new AudioBufferSourceNode(context, { buffer });
  const gain = new GainNode(context, { gain: level * equalGain(loudness) });
  // This bypasses the limiter of takes, which delays by some ms: the beat that follows bypasses it
  // too.
  source.connect(gain).connect(context.destination);
  const startsAt = context.currentTime + START_SECONDS;
  source.start(startsAt, fromMs / 1000);
  return {
    startsAt,
    endsAt: startsAt + (toMs - fromMs) / 1000,
    endAt: (beatAt) => {
      gain.gain.setValueAtTime(gain.gain.value, beatAt);
      gain.gain.linearRampToValueAtTime(0, beatAt + FADE_SECONDS);
      source.stop(beatAt + FADE_SECONDS);
    },
    stop: () => {
      source.disconnect();
      gain.disconnect();
    },
  };
}
