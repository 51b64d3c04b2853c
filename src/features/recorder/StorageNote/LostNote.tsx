import type { Recorder } from "../../../audio/studio/recorder";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { useTakesTexts } from "../../../texts/useTakesTexts";
import { useIsKept, useTrouble } from "../useStudio";

/** Says during a take that the device does not store it, and why. */
export function LostNote({ recorder }: { recorder: Recorder }) {
  const { lost } = useTakesTexts().storage;
  const trouble = useTrouble(recorder);
  return useIsKept(recorder) ? null : <ErrorNote message={lost[trouble]} />;
}
