import { useEffect, useState, useSyncExternalStore } from "react";
import {
  makeBrowserStudio,
  type Studio,
} from "../../audio/studio/makeBrowserStudio";
import type { DelayCheck } from "../../audio/studio/delayCheck";
import type {
  ShelvedTake,
  TakeShelf,
} from "../../audio/studio/storing/takeShelf";
import type { Recorder } from "../../audio/studio/recorder";
import { useOnItsWay } from "../outbox/useOnItsWay";

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

export const useIsWorthKeeping = (recorder: Recorder) =>
  useSyncExternalStore(recorder.subscribe, recorder.getIsWorthKeeping);

export const useMix = (recorder: Recorder) =>
  useSyncExternalStore(recorder.subscribe, recorder.getMix);

export const useTakeFacts = (recorder: Recorder) =>
  useSyncExternalStore(recorder.subscribe, recorder.getFacts);

/** The takes on the shelf, except those that are being sent as verses. */
export function useTakes(shelf: TakeShelf): readonly ShelvedTake[] {
  const takes = useSyncExternalStore(shelf.subscribe, shelf.getTakes);
  const isOnItsWay = useOnItsWay();
  return takes.filter(({ id }) => !isOnItsWay(id));
}

export const useDelayCheck = (delayCheck: DelayCheck) =>
  useSyncExternalStore(delayCheck.subscribe, delayCheck.getState);
