import type { StopReason } from "../capture/takeProblem";
import { AS_RECORDED } from "../mix/mixPlan";
import type { VoiceMix } from "../store/voiceMix";
import type { StoreProblem } from "../store/storeProblem";

/** What the recorder knows of a take beyond its state: nothing, if an earlier page recorded it. */
export interface TakeFacts {
  /** Null if the rapper stopped it. */
  readonly stopReason: StopReason | null;
  /** Whether the system went on with another microphone meanwhile. */
  readonly isSwitched: boolean;
  /** Whether its microphone sends, or in the end sent, no sound. */
  readonly isSilent: boolean;
  /** Whether the verse that should have led in could not be loaded. */
  readonly isLeadMissing: boolean;
  /** Null unless the device is known not to store it. */
  readonly storeProblem: StoreProblem | null;
  /** How it sounded when another take was shown. */
  readonly lastMix: VoiceMix;
}

const NOTHING_KNOWN: TakeFacts = {
  stopReason: null,
  isSwitched: false,
  isSilent: false,
  isLeadMissing: false,
  storeProblem: null,
  lastMix: AS_RECORDED,
};

/** The facts of all takes since the recorder was last closed. */
export class KnownTakes {
  readonly #facts = new Map<string, TakeFacts>();

  /** The same object until something is noted. */
  of(takeId: string | undefined): TakeFacts {
    return this.#facts.get(takeId ?? "") ?? NOTHING_KNOWN;
  }

  note(takeId: string, facts: Partial<TakeFacts>): void {
    this.#facts.set(takeId, { ...this.of(takeId), ...facts });
  }

  clear(): void {
    this.#facts.clear();
  }
}
