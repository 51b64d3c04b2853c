import { useSyncExternalStore } from "react";
import type { Recorder } from "../audio/studio/recorder";

export type MeterSource = Pick<Recorder, "subscribe" | "getMeter">;

/** Follows the meter of a recorder or of a `PunchSession`. */
export const useMeter = (recorder: MeterSource) =>
  useSyncExternalStore(recorder.subscribe, recorder.getMeter);
