import type { Recorder } from "../../../audio/studio/recorder";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { useTakesTexts } from "../../../texts/useTakesTexts";
import { useTakeFacts } from "../useStudio";

/** Says that the microphone of the running take sends no sound, until it is heard again. */
export function SilenceNote({ recorder }: { recorder: Recorder }) {
  const { silent } = useTakesTexts();
  const { isSilent } = useTakeFacts(recorder);
  return isSilent && <ErrorNote message={silent.note} />;
}
