import type { StopReason } from "../capture/takeProblem";
import { AS_RECORDED } from "../mix/mixPlan";
import type { VoiceMix } from "../store/voiceMix";
import type { StoreProblem } from "../store/storeProblem";

/**
 * What the recorder knows about a take beyond its state; nothing if an earlier page recorded the
 * take.
 */
export interface TakeFacts {
  /** Null if the rapper stopped the take. */
  readonly stopReason: StopReason | null;
  /** Whether the system switched to another microphone during the take. */
  readonly isSwitched: boolean;
  /** Whether the take's microphone sends no sound, or sent none at the end. */
  readonly isSilent: boolean;
  /** Whether the verse that leads in could not be loaded. */
  readonly isLeadMissing: boolean;
  /** Null unless it is known that the device does not store the take. */
  readonly storeProblem: StoreProblem | null;
  /** The mix that the take had when the rapper last left it for another take. */
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

  /** Returns the same object until something is noted. */
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
