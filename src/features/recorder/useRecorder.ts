import { useEffect, useState, useSyncExternalStore } from "react";
import { makeBrowserStudio, type Studio } from "../../audio/browserRecorder";
import type { DelayCheck } from "../../audio/delayCheck";
import type { Recorder } from "../../audio/recorder";

/** A recorder for as long as the component lives; microphone and player are given back with it. */
export function useStudio(beatUrl: string | null): Studio {
  const [studio] = useState(makeBrowserStudio);
  const { recorder, delayCheck } = studio;
  useEffect(
    () => () => {
      delayCheck.cancel();
      recorder.close();
    },
    [recorder, delayCheck],
  );
  useEffect(() => {
    if (beatUrl !== null) recorder.prepare(beatUrl);
  }, [recorder, beatUrl]);
  return studio;
}

export const useTakeState = (recorder: Recorder) =>
  useSyncExternalStore(recorder.subscribe, recorder.getState);

export const useMeter = (recorder: Recorder) =>
  useSyncExternalStore(recorder.subscribe, recorder.getMeter);

export const useCount = (recorder: Recorder) =>
  useSyncExternalStore(recorder.subscribe, recorder.getCount);

export const useLevels = (recorder: Recorder) =>
  useSyncExternalStore(recorder.subscribe, recorder.getLevels);

export const useMix = (recorder: Recorder) =>
  useSyncExternalStore(recorder.subscribe, recorder.getMix);

export const useDelayCheck = (delayCheck: DelayCheck) =>
  useSyncExternalStore(delayCheck.subscribe, delayCheck.getState);
