import { useMediaQuery } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";
import type { BeatSummary } from "../../../../convex/shared/validators";
import type { StoredTake } from "../../../audio/store/takeStore";
import { MAX_TAKES } from "../../../audio/studio/storing/takeShelf";
import { ConfirmModal } from "../../../components/ConfirmModal/ConfirmModal";
import { Dialog } from "../../../components/Dialog/Dialog";
import { LeaveGuard } from "../../../components/LeaveGuard/LeaveGuard";
import { holdPage } from "../../../lib/pageHold";
import { showToast } from "../../../lib/showToast";
import { useOutboxTexts } from "../../../texts/useOutboxTexts";
import { useRecorderTexts } from "../../../texts/useRecorderTexts";
import { useTakesTexts } from "../../../texts/useTakesTexts";
import type { BeatProblem } from "../../beats/useHeldBeat";
import { useAbsence } from "../Interruptions/useAbsence";
import { isHandedOver } from "../isHandedOver";
import type { RecorderTurn } from "../recorderTurn";
import { MakeRoom } from "../TakeList/MakeRoom";
import classes from "./RecordVerseDialog.module.css";
import { RecorderScreen } from "./RecorderScreen";
import { useIsWorthKeeping } from "../useStudio";
import { useRecordVerse } from "./useRecordVerse";

interface RecordVerseDialogProps {
  beat: BeatSummary;
  problem: BeatProblem | null;
  userId: string;
  /** Username of the performer. */
  rapper: string;
  /** A take left behind by an earlier tab, to open instead of recording; null for a new take. */
  unsentTake: StoredTake | null;
  /** Id of the verse that new takes answer; null if they answer none. */
  answerId: string | null;
  /** The turn of a cypher that takes are for, with fixed bars and lead-in. */
  turn?: RecorderTurn;
  onClose: () => void;
}

/**
 * The recorder's dialog. Mount it only while it is open: mounting creates the recorder and
 * unmounting releases it, including the microphone.
 */
export function RecordVerseDialog(props: RecordVerseDialogProps) {
  const { beat, problem, userId, turn, onClose } = props;
  const t = useRecorderTexts();
  const { silent } = useTakesTexts();
  const { onItsWay } = useOutboxTexts();
  const isPhone = useMediaQuery("(max-width: 40em)");
  const session = useRecordVerse(props);
  const { state, takes, isAllKept } = session;
  const { recorder } = session.studio;
  const [isDiscarding, setIsDiscarding] = useState(false);
  const [isMakingRoom, setIsMakingRoom] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  // The viewer may sign out in another tab, and someone may delete the beat. The page stays, so
  // that neither ends a take.
  useEffect(holdPage, []);
  const absence = useAbsence(userId);
  const isOpen = useIsOpen();
  const isRunning = useIsWorthKeeping(recorder) && state.phase === "recording";

  const send = async () => {
    if (absence !== null) return;
    const done = await session.upload();
    if (done === null) return;
    if (done.sent === "published") showToast(t.uploaded);
    // The outbox tray says that a take is being sent, but this dialog stays open and may cover the
    // tray.
    else if (!done.isSafeToClose) showToast(onItsWay);
    // 1. The rapper closes the recorder while its take goes to the outbox, and opens it again.
    // 2. The outbox has the take now. This must close the first recorder only.
    if (done.isSafeToClose && isOpen.current) onClose();
  };

  const handleUpload = () => {
    if ("take" in state && state.take?.isVoiceless) setIsAsking(true);
    else void send();
  };

  const handleRecord = () => {
    if (takes.length >= MAX_TAKES) setIsMakingRoom(true);
    else session.record();
  };

  /**
   * Closing never loses a take. During a take, it only stops the take, and the dialog stays open; a
   * take that has just begun is deleted. A take in the outbox is sent from there, and a take that is being mixed gets there by itself.
   * Before a take that could not be stored is discarded, the dialog asks.
   */
  const handleClose = () => {
    if (isRunning) void recorder.stop();
    else if (isHandedOver(state)) onClose();
    else if (state.phase === "uploading") recorder.cancelUpload();
    else if (!isAllKept) setIsDiscarding(true);
    else onClose();
  };

  return (
    <Dialog
      opened
      onClose={handleClose}
      closeLabel={isRunning ? t.end : undefined}
      title={t.title(beat.title)}
      fullScreen={isPhone}
      size="64rem"
      classNames={classes}
    >
      <RecorderScreen
        {...{ session, beat, problem, userId, absence, turn }}
        onRecord={handleRecord}
        onUpload={handleUpload}
      />
      <LeaveGuard
        isActive={session.isAtWork}
        question={isAllKept ? t.leave : t.leaveLost}
      />
      <ConfirmModal
        opened={isAsking}
        title={silent.title}
        confirmLabel={silent.confirm}
        failureMessage={t.problems.upload}
        // The question closes at once, because the dialog shows the progress of the upload.
        onConfirm={async () => void send()}
        onClose={() => setIsAsking(false)}
      >
        {silent.text} {silent.note}
      </ConfirmModal>
      <ConfirmModal
        opened={isDiscarding}
        title={t.discardTitle}
        confirmLabel={t.unsent.discard}
        failureMessage={t.unsent.failed}
        onConfirm={async () => onClose()}
        onClose={() => setIsDiscarding(false)}
      >
        {t.discardText}
      </ConfirmModal>
      <MakeRoom
        opened={isMakingRoom}
        takes={takes}
        onRemove={session.removeTake}
        onClose={() => setIsMakingRoom(false)}
      />
    </Dialog>
  );
}

/** Holds true until the component is unmounted. */
function useIsOpen() {
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  return isOpen;
}
