import type { Recorder } from "../../../audio/studio/recorder";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { useTakesTexts } from "../../../texts/useTakesTexts";
import { useIsKept } from "../useStudio";

/** Says during a take that the device no longer stores it. */
export function LostNote({ recorder }: { recorder: Recorder }) {
  const t = useTakesTexts();
  return useIsKept(recorder) ? null : <ErrorNote message={t.storage.full} />;
}
