import { useEffect, useState, useSyncExternalStore } from "react";
import { makeBrowserRecorder } from "../../audio/browserRecorder";
import type { Recorder } from "../../audio/recorder";

/** A recorder for as long as the component lives; microphone and player are given back with it. */
export function useRecorder(beatUrl: string | null): Recorder {
  const [recorder] = useState(makeBrowserRecorder);
  useEffect(() => () => recorder.close(), [recorder]);
  useEffect(() => {
    if (beatUrl !== null) recorder.prepare(beatUrl);
  }, [recorder, beatUrl]);
  return recorder;
}

export const useTakeState = (recorder: Recorder) =>
  useSyncExternalStore(recorder.subscribe, recorder.getState);

export const useMeter = (recorder: Recorder) =>
  useSyncExternalStore(recorder.subscribe, recorder.getMeter);

export const useLevels = (recorder: Recorder) =>
  useSyncExternalStore(recorder.subscribe, recorder.getLevels);
