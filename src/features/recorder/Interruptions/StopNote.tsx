import type { Recorder } from "../../../audio/studio/recorder";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { useTakesTexts } from "../../../texts/useTakesTexts";
import { useTakeFacts } from "../useStudio";

/** Says why a take ended if the rapper did not stop it. */
export function StopNote({ recorder }: { recorder: Recorder }) {
  const { ended } = useTakesTexts();
  const { stopReason } = useTakeFacts(recorder);
  return stopReason && <ErrorNote message={ended[stopReason]} />;
}
