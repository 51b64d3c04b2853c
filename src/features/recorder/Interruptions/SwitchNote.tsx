import type { Recorder } from "../../../audio/studio/recorder";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { useTakesTexts } from "../../../texts/useTakesTexts";
import { useTakeFacts } from "../useStudio";

/** Says that the system switched to another microphone during the take. */
export function SwitchNote({ recorder }: { recorder: Recorder }) {
  const t = useTakesTexts();
  const { isSwitched } = useTakeFacts(recorder);
  return isSwitched && <ErrorNote message={t.switched} />;
}
