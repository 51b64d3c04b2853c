import type { FinishedTake } from "../../store/finishedTake";
import type { Stem } from "../../store/stem";
import type { Recorder } from "../recorder";
import type { RecorderParts } from "../recorderParts";
import type { NewBarsStore } from "./newBars";

/** The parts that a punch-in shares with the recorder. */
export interface PunchParts extends Pick<
  RecorderParts,
  "engine" | "player" | "shelf" | "unsaved" | "openMixer" | "makeId" | "now"
> {
  readonly recorder: Pick<
    Recorder,
    "openMixer" | "getMix" | "getSettings" | "getState" | "show" | "setMix"
  >;
  readonly newBars: NewBarsStore;
  /** Called with the cause, for the log; the rapper sees the problem in the state. */
  readonly onFailure: (error: unknown) => void;
}

/** The take that gets new bars, and its beat. */
export interface PunchedTake {
  readonly take: FinishedTake & { readonly stem: Stem };
  readonly userId: string;
  readonly beatId: string;
  readonly beatUrl: string;
  readonly bpm: number;
  readonly firstBarMs: number;
  /**
   * Whether the device holds new bars of the take that an earlier page could not join before it
   * closed.
   */
  readonly hasNewBars: boolean;
}
