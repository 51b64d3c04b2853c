/** Functions that the page of `tools/bench/studio` offers to the program that controls the page. */
export interface StudioPage {
  /** Runs the sync check. */
  measure(): Promise<CheckedDelay>;
  /** Records a take of this length over a beat. */
  take(beatUrl: string, lengthMs: number, bpm?: number): Promise<MeasuredTake>;
}

/** The verdict of the sync check. */
export type CheckedDelay =
  | { readonly kind: "measured"; readonly seconds: number }
  | { readonly kind: "unheard" | "unsteady" };

export interface MeasuredTake {
  /** Mono samples of the finished file at 48 kHz, as base64 of 32-bit floats. */
  readonly samples: string;
  /** The number of interruptions that the rapper is told about. */
  readonly dropouts: number;
}

declare global {
  interface Window {
    studioPage: StudioPage;
  }
}
