import type { Recorder } from "../../../audio/studio/recorder";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { useTakesTexts } from "../../../texts/useTakesTexts";
import { useIsSwitched } from "../useStudio";

/** Says that the system went on with another microphone during the take. */
export function SwitchNote({ recorder }: { recorder: Recorder }) {
  const t = useTakesTexts();
  return useIsSwitched(recorder) && <ErrorNote message={t.switched} />;
}
