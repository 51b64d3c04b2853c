import { useConvex } from "convex/react";
import { useEffect, useState } from "react";
import { api } from "../../../../convex/_generated/api";
import type {
  BeatSummary,
  VerseSummary,
} from "../../../../convex/shared/validators";
import type { Recorder } from "../../../audio/studio/recorder";
import { logFailure } from "../../../lib/logFailure";
import { showToast } from "../../../lib/showToast";
import { useErrorTexts } from "../../../hooks/useErrorTexts";
import { leadOf, sectionAfter } from "./leadOf";

/**
 * Finds the verse that new takes answer, proposes the section after it, and loads its end ahead.
 * Asks only once, because the recorder keeps the verse even if it is deleted meanwhile. `answered`
 * is null until the verse is found, and if the viewer may not answer it; `drop` lets new takes
 * answer nothing.
 */
export function useAnswered(
  answerId: string | null,
  beat: BeatSummary,
  recorder: Recorder,
) {
  const convex = useConvex();
  const { byCode } = useErrorTexts();
  const [answered, setAnswered] = useState<VerseSummary | null>(null);

  useEffect(() => {
    let isGone = false;
    const find = async (id: string) => {
      const verses = await convex.query(api.verses.listByBeat, {
        beatId: beat.id,
      });
      const verse = verses.find((one) => one.id === id);
      const allowed = await convex.query(api.verses.answerable, {
        verseIds: [id],
      });
      if (isGone || !verse) return;
      if (!allowed.includes(verse.id)) {
        showToast(byCode.APART, { isFailure: true });
        return;
      }
      const lead = leadOf(verse, beat);
      if (lead) recorder.prepareLead(lead);
      const section = sectionAfter(verse, beat);
      if (section) recorder.changeSettings({ section });
      setAnswered(verse);
    };
    if (answerId !== null)
      find(answerId).catch((error: unknown) =>
        logFailure("finding the verse to answer failed", error),
      );
    return () => {
      isGone = true;
    };
    // The verse is looked up once, even if the beat or the language changes.
    // oxlint-disable-next-line react/exhaustive-deps -- the beat and the texts are left out
  }, [answerId, convex, recorder]);

  return { answered, drop: () => setAnswered(null) };
}
