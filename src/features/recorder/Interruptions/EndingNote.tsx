import type { Recorder } from "../../../audio/studio/recorder";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { useTakesTexts } from "../../../texts/useTakesTexts";
import { useEnding } from "../useStudio";

/** Says why a take ended that the rapper did not stop. */
export function EndingNote({ recorder }: { recorder: Recorder }) {
  const { ended } = useTakesTexts();
  const ending = useEnding(recorder);
  return ending && <ErrorNote message={ended[ending]} />;
}
