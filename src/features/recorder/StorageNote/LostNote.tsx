import type { Recorder } from "../../../audio/studio/recorder";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { useTakesTexts } from "../../../texts/useTakesTexts";
import { useTakeFacts } from "../useStudio";

/** Says during a take that the device does not store it, and why. */
export function LostNote({ recorder }: { recorder: Recorder }) {
  const { lost } = useTakesTexts().storage;
  const { storeProblem } = useTakeFacts(recorder);
  return storeProblem && <ErrorNote message={lost[storeProblem]} />;
}
