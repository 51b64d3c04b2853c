import type { CaptureEngine } from "../capture/captureEngine";
import type { Recording } from "../capture/runningCapture";
import type { VerseLead } from "../capture/verseLead";
import type { Player } from "../player/player";
import type { Credit } from "../store/credit";
import type { FinishedTake } from "../store/finishedTake";
import type { Stem } from "../store/stem";
import type { StemStore } from "../store/stemStore";
import type { TakeStore } from "../store/takeStore";
import type { Mixer } from "./sending/mixerSlot";
import type { TakeShelf } from "./storing/takeShelf";
import type { UnsavedTakes } from "./storing/unsavedTakes";
import type { TakeSettings } from "./takeSettings";

/** Everything that a recorder depends on. */
export interface RecorderParts {
  readonly engine: Pick<
    CaptureEngine,
    "prepare" | "start" | "close" | "loadBeatFile"
  >;
  readonly store: Pick<TakeStore, "loadChunks">;
  readonly stems: Pick<StemStore, "load">;
  readonly player: Pick<Player, "block">;
  finish(
    id: string,
    recording: Recording,
    credit: Credit | null,
  ): Promise<FinishedTake>;
  /** Calls `onProgress` with the part of the opening that is done, from 0 to 1. */
  openMixer(
    stem: Stem,
    beatFile: ArrayBuffer,
    onProgress?: (share: number) => void,
  ): Promise<Mixer>;
  /**
   * Called with the cause, for the log, when a take could not start. The state shows the problem to
   * the user.
   */
  onOpenFailure(error: unknown): void;
  /**
   * Called with the cause, for the log, when a recording could not be finished. The user can still
   * save the raw recording.
   */
  onFinishFailure(error: unknown): void;
  /**
   * Called with the cause, for the log, when a take with an unchanged mix could not be mixed. The
   * take is then sent as recorded.
   */
  onMixFailure(error: unknown): void;
  /** Stores a manual correction for later takes on the same devices. */
  rememberTiming(stem: Stem, timingMs: number): void;
  claim(takeId: string): () => void;
  readonly unsaved: UnsavedTakes;
  /** Receives every take that was recorded. */
  readonly shelf: Pick<TakeShelf, "add" | "setKept" | "keepMix">;
  readonly settings: TakeSettings;
  /** Stores changed settings for the next visit. */
  rememberSettings(changes: Partial<TakeSettings>): void;
  makeId(): string;
  now(): number;
}

export interface RecordRequest {
  readonly userId: string;
  readonly beatId: string;
  readonly beatUrl: string;
  readonly maxTakeMs: number;
  readonly credit: Credit;
  /** The end of the verse that the take answers, which is heard before the take. */
  readonly lead?: VerseLead | null;
  /** If true, `lead` is heard whatever the setting says. */
  readonly isLeadFixed?: boolean;
  /** Where bar 1 of the beat starts; at the beginning of its file unless given. */
  readonly firstBarMs?: number | undefined;
}

export interface SendOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (percent: number) => void;
}
