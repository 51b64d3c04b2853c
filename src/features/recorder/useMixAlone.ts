import type { BeatSummary } from "../../../convex/shared/validators";
import type { LeftMix } from "../../audio/studio/sending/takeUpload";
import { showToast } from "../../lib/showToast";
import { useOutboxTexts } from "../../texts/useOutboxTexts";
import { appOutbox } from "../outbox/appOutbox";
import { appMixes } from "../outbox/mixes";
import { wantOutbox } from "../outbox/wanted";
import type { Whose } from "./entryOf";
import { mixAlone } from "./mixAlone";

/**
 * Returns a function that continues with a take if the recorder closes while the take is being
 * mixed.
 */
export function useMixAlone(
  { id: beatId, title: beatTitle }: Pick<BeatSummary, "id" | "title">,
  userId: string,
): (left: LeftMix, onDevice: Pick<Whose, "otherTakeIds" | "turn">) => void {
  const t = useOutboxTexts();
  return (left, onDevice) => {
    const whose = { userId, beatId, beatTitle, ...onDevice };
    const onFailure = () =>
      showToast(t.notMixed(beatTitle), { isFailure: true });
    const parts = { outbox: appOutbox, mixes: appMixes, onFailure };
    void mixAlone(left, whose, parts);
    wantOutbox();
  };
}
