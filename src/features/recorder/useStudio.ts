import { useEffect, useState, useSyncExternalStore } from "react";
import {
  makeBrowserStudio,
  type Studio,
} from "../../audio/studio/makeBrowserStudio";
import type { DelayCheck } from "../../audio/studio/delayCheck";
import type { TakeShelf } from "../../audio/studio/storing/takeShelf";
import type { Recorder } from "../../audio/studio/recorder";

/**
 * Creates a recorder and a delay check that live as long as the component. Unmounting releases the
 * microphone and the player.
 */
export function useStudio(beatUrl: string | null): Studio {
  const [studio] = useState(makeBrowserStudio);
  const { recorder, delayCheck, shelf } = studio;
  useEffect(
    () => () => {
      delayCheck.cancel();
      recorder.close();
      shelf.close();
    },
    [recorder, delayCheck, shelf],
  );
  useEffect(() => {
    if (beatUrl !== null) recorder.prepare(beatUrl);
  }, [recorder, beatUrl]);
  return studio;
}

export const useTakeState = (recorder: Recorder) =>
  useSyncExternalStore(recorder.subscribe, recorder.getState);

export const useCount = (recorder: Recorder) =>
  useSyncExternalStore(recorder.subscribe, recorder.getCount);

export const useSettings = (recorder: Recorder) =>
  useSyncExternalStore(recorder.subscribe, recorder.getSettings);

export const useIsKept = (recorder: Recorder) =>
  useSyncExternalStore(recorder.subscribe, recorder.getIsKept);

export const useMix = (recorder: Recorder) =>
  useSyncExternalStore(recorder.subscribe, recorder.getMix);

export const useTakeFacts = (recorder: Recorder) =>
  useSyncExternalStore(recorder.subscribe, recorder.getFacts);

export const useTakes = (shelf: TakeShelf) =>
  useSyncExternalStore(shelf.subscribe, shelf.getTakes);

export const useDelayCheck = (delayCheck: DelayCheck) =>
  useSyncExternalStore(delayCheck.subscribe, delayCheck.getState);
