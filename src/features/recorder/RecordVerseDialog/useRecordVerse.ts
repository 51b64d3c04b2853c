import { useEffect, useState } from "react";
import type { BeatSummary } from "../../../../convex/shared/validators";
import type { TakeWords } from "../../../../convex/shared/wordPlan";
import type { FinishedTake } from "../../../audio/store/finishedTake";
import type { StoredTake } from "../../../audio/store/takeStore";
import type { Studio } from "../../../audio/studio/makeBrowserStudio";
import { guardUnload } from "../../../lib/guardUnload";
import { reachableUrl } from "../../../lib/reachableUrl";
import { reportFailure } from "../../../lib/reportFailure";
import { useRecorderTexts } from "../../../texts/useRecorderTexts";
import { useTurnSettings } from "../Answering/useTurnSettings";
import type { RecorderTurn } from "../recorderTurn";
import { useAnswered } from "../Answering/useAnswered";
import { withoutAnswer } from "../Answering/withoutAnswer";
import { wordsForTake } from "../../words/takeWords";
import { appOutbox } from "../../outbox/appOutbox";
import { isHandedOver } from "../isHandedOver";
import { useShowTake } from "../TakeList/useShowTake";
import { useMixAlone } from "../useMixAlone";
import { type Sent, useSendVerse } from "../useSendVerse";
import {
  useIsKept,
  useIsWorthKeeping,
  useStudio,
  useTakes,
  useTakeState,
} from "../useStudio";
import { takeRequest } from "./takeRequest";

interface Uploaded {
  readonly sent: Sent;
  /** False if another take is only in memory and would be lost if the recorder closed. */
  readonly isSafeToClose: boolean;
}

interface Verse {
  readonly beat: BeatSummary;
  readonly userId: string;
  /** Username of the performer. */
  readonly rapper: string;
  /** A take left behind by an earlier tab, to open instead of recording; null for a new take. */
  readonly unsentTake: StoredTake | null;
  /** Id of the verse that new takes answer. */
  readonly answerId: string | null;
  /** The turn of a cypher that the takes are for. */
  readonly turn?: RecorderTurn | undefined;
}

/** The studio of the recorder's dialog, with its takes and the actions on them. */
export function useRecordVerse(verse: Verse) {
  const { beat, userId, rapper, unsentTake, answerId, turn } = verse;
  const beatUrl = beat.fileUrl && reachableUrl(beat.fileUrl);
  const studio = useStudio(beatUrl);
  const { recorder, shelf } = studio;
  const takes = useTakes(shelf);
  const showTake = useShowTake(recorder, shelf);
  const state = useTakeState(recorder);
  const chosen = useAnswered(answerId, beat, recorder);
  useTurnSettings(turn, beat, recorder);
  const answered = turn ? turn.last : chosen.answered;
  /** Ids of takes that were to answer a verse and no longer do. */
  const [dropped, setDropped] = useState<ReadonlySet<string>>(new Set());
  const sendVerse = useSendVerse(beat, userId);
  const mixVerse = useMixAlone(beat, userId);
  const [words, setWords] = useState<TakeWords>();
  const { isAllKept, isAtWork } = useGuardedTakes(studio);
  useOpenTakes(studio, { userId, beatId: beat.id, unsentTake });

  const record = () => {
    const { section } = recorder.getSettings();
    const firstBarMs = beat.grid?.firstBarMs;
    const given = wordsForTake(userId, { ...beat, firstBarMs }, section?.bars);
    setWords(given);
    const performance = {
      ...{ userId, rapper, beatUrl: beatUrl ?? "", section, answered },
      isTurn: turn !== undefined,
    };
    void recorder.record(takeRequest(beat, { ...performance, words: given }));
  };

  const shownTake = "take" in state ? state.take : null;
  const shownAnswer =
    shownTake && !dropped.has(shownTake.id)
      ? (shownTake.credit?.answers ?? null)
      : null;
  const dropAnswer = () => {
    if (shownTake) setDropped(new Set([...dropped, shownTake.id]));
    else chosen.drop();
  };
  const asWanted = (take: FinishedTake) =>
    dropped.has(take.id) ? withoutAnswer(take) : take;

  const removeTake = async (takeId: string) => {
    await shelf.remove(takeId);
    void recorder.storeRest(takeId);
    const isShown = "take" in state && state.take?.id === takeId;
    const next = takes.findLast(({ id }) => id !== takeId);
    if (!isShown) return;
    if (next) await showTake(next.id);
    else await recorder.again();
  };

  /** Resolves to null if the take was not published and is not being sent either. */
  const upload = async (): Promise<Uploaded | null> => {
    const shelved = shelf.getTakes();
    const othersOf = (taken: FinishedTake) =>
      shelved.map(({ id }) => id).filter((id) => id !== taken.id);
    const isKept = (taken: FinishedTake) =>
      shelved.some((take) => take.id === taken.id && take.isKept);
    const done: { takeId?: string; sent?: Sent } = {};
    await recorder.upload(
      async (take, options) => {
        done.sent = await sendVerse(asWanted(take), options, {
          otherTakeIds: othersOf(take),
          isKept: isKept(take),
          turn: turn?.turn,
        });
        done.takeId = take.id;
      },
      (left) =>
        mixVerse(
          { ...left, mixed: left.mixed.then(asWanted) },
          { otherTakeIds: othersOf(left.take), turn: turn?.turn },
        ),
    );
    const { takeId, sent } = done;
    if (takeId === undefined || sent === undefined) return null;
    if (sent === "published")
      await shelf.setAside(takeId, (id) => appOutbox.find(id) !== null);
    const others = shelf.getTakes().filter(({ id }) => id !== takeId);
    return { sent, isSafeToClose: others.every(({ isKept }) => isKept) };
  };

  const given = { studio, beatUrl, takes, state, words, dropAnswer };
  const next = answered && { rapper: answered.rapper.username };
  return {
    ...given,
    /**
     * The verse that the shown take answers, or that the next take will answer while none is shown.
     * In a turn the server decides.
     */
    answered: shownTake || state.phase === "stopped" ? shownAnswer : next,
    isAllKept,
    isAtWork,
    record,
    showTake,
    removeTake,
    upload,
  };
}

export type RecordVerseSession = ReturnType<typeof useRecordVerse>;

/**
 * Returns whether all takes are stored, and whether the page must ask before it is left, because a
 * take is not sent or would be lost.
 */
function useGuardedTakes({ recorder, shelf }: Studio) {
  const takes = useTakes(shelf);
  const state = useTakeState(recorder);
  const isKept = useIsKept(recorder);
  const isAllKept = isKept && takes.every((take) => take.isKept);
  // Before the first second is recorded, there is nothing to lose.
  const isUnsent = useIsWorthKeeping(recorder) && !isHandedOver(state);
  // A take that is being mixed survives leaving the beat's page, but not a reload.
  const isMixing = state.phase === "uploading" && state.isMixing;
  useEffect(() => (isMixing ? guardUnload() : undefined), [isMixing]);
  return { isAllKept, isAtWork: isUnsent || !isAllKept };
}

interface Opened {
  readonly userId: string;
  readonly beatId: string;
  readonly unsentTake: StoredTake | null;
}

/** Fills the shelf with the stored takes, and opens the take that an earlier tab left behind. */
function useOpenTakes(
  { recorder, shelf }: Studio,
  { userId, beatId, unsentTake }: Opened,
): void {
  const { unsent } = useRecorderTexts();
  useEffect(() => {
    void shelf.open(userId, beatId);
    if (!unsentTake) return;
    recorder
      .recover(unsentTake)
      .catch((error: unknown) => reportFailure(error, unsent.openFailed));
    // Open the take once, even if the texts change with the language.
    // oxlint-disable-next-line react/exhaustive-deps -- the texts are left out
  }, [recorder, shelf, unsentTake, userId, beatId]);
}
