import type { Credit } from "./credit";
import type { Loudness } from "../loudness/loudness";
import type { Stem } from "./stem";

/** A take that is ready to be played and sent. */
export interface FinishedTake {
  readonly id: string;
  readonly file: Blob;
  readonly durationMs: number;
  readonly peaks: number[];
  /** Null if the voice was not recorded separately, or the browser cannot remix it. */
  readonly stem: Stem | null;
  /** Null if an older version of the app recorded the take. */
  readonly credit: Credit | null;
  /** Number of short gaps in the voice, caused by a busy system. */
  readonly dropouts: number;
  /** Number of places where the voice was too loud for the microphone; 0 if absent. */
  readonly clips?: number;
  /** Whether no voice is heard in the take; absent if that is unknown. */
  readonly isVoiceless?: boolean;
  /** Absent until the take is mixed. */
  readonly loudness?: Loudness;
}

/** A recording that could not be turned into a finished take. */
export type RawRecording = Pick<FinishedTake, "file" | "credit">;
