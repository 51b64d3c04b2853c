import { useCallback } from "react";
import type { Recorder } from "../../../audio/studio/recorder";
import type { TakeShelf } from "../../../audio/studio/storing/takeShelf";
import { reportFailure } from "../../../lib/reportFailure";
import { showToast } from "../../../lib/showToast";
import { useTakesTexts } from "../../../texts/useTakesTexts";

/**
 * Returns a function that shows a take of the shelf in the recorder, and tells the user if the take
 * cannot be shown.
 */
export function useShowTake(recorder: Recorder, shelf: TakeShelf) {
  const { gone, failed } = useTakesTexts().list;
  return useCallback(
    async (takeId: string) => {
      try {
        const source = await shelf.source(takeId);
        if (source === null) showToast(gone, { isFailure: true });
        else if (source.from === "memory") recorder.show(source.take, false);
        else await recorder.recover(source.stored);
      } catch (error) {
        reportFailure(error, failed);
      }
    },
    [recorder, shelf, gone, failed],
  );
}
