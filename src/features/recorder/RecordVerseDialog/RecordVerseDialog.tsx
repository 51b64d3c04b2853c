import { Modal } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { MAX_VERSE_MS } from "../../../../convex/shared/limits";
import type { BeatCard } from "../../../../convex/shared/validators";
import type { StoredTake } from "../../../audio/takeStore";
import { useLeaveGuard } from "../../../hooks/useLeaveGuard";
import { useReturnFocus } from "../../../hooks/useReturnFocus";
import { reportFailure } from "../../../lib/reportFailure";
import { showToast } from "../../../lib/toast";
import { useTexts } from "../../../texts/TextsProvider";
import { useWaveform } from "../../player/useWaveform";
import { DialogBody } from "../DialogBody/DialogBody";
import { useCountIn } from "../useCountIn";
import { useStudio, useTakeState } from "../useRecorder";
import { useSendVerse } from "../useSendVerse";

interface RecordVerseDialogProps {
  beat: BeatCard;
  userId: string;
  /** Name of who records. */
  rapper: string;
  /** A take to go on with, left behind by an earlier tab. */
  unsentTake: StoredTake | null;
  onClose: () => void;
}

/** Mounted while open: its recorder, microphone included, lives and ends with it. */
export function RecordVerseDialog(props: RecordVerseDialogProps) {
  const { beat, userId, rapper, unsentTake, onClose } = props;
  const t = useTexts("recorder");
  const { close } = useTexts("common");
  const isPhone = useMediaQuery("(max-width: 40em)");
  const { recorder, delayCheck } = useStudio(beat.fileUrl);
  const state = useTakeState(recorder);
  const peaks = useWaveform("beat", beat.id);
  const sendVerse = useSendVerse(beat.id);
  const [hasHeadphones, setHasHeadphones] = useState(true);
  const [hasCountIn, setHasCountIn] = useCountIn();
  useLeaveGuard(state.phase !== "idle", t.leave);
  useReturnFocus(true);

  useEffect(() => {
    if (!unsentTake) return;
    recorder
      .recover(unsentTake)
      .catch((error: unknown) => reportFailure(error, t.recover.failed));
    // Texts may change with the language; the take is opened once.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [recorder, unsentTake]);

  const handleUpload = async () => {
    const isSent = await recorder.upload(sendVerse);
    if (!isSent) return;
    showToast(t.uploaded);
    onClose();
  };

  const handleRecord = () =>
    void recorder.record({
      userId,
      beatId: beat.id,
      beatUrl: beat.fileUrl ?? "",
      hasHeadphones,
      maxTakeMs: MAX_VERSE_MS,
      hasCountIn,
      credit: {
        beatTitle: beat.title,
        producer: beat.producer.username,
        rapper,
        genre: beat.genre,
        bpm: beat.bpm,
      },
    });

  /** Nothing is lost by closing: a running take is stopped and kept first. */
  const handleClose = () => {
    if (state.phase === "recording") void recorder.stop();
    else if (state.phase === "uploading") recorder.cancelUpload();
    else onClose();
  };

  return (
    <Modal
      opened
      onClose={handleClose}
      title={t.title(beat.title)}
      fullScreen={isPhone}
      closeOnClickOutside={false}
      closeButtonProps={{ "aria-label": close }}
    >
      <DialogBody
        recorder={recorder}
        delayCheck={delayCheck}
        state={state}
        beat={{ ...beat, peaks }}
        isLimitReached={beat.verseCount >= beat.versesLimit}
        hasHeadphones={hasHeadphones}
        hasCountIn={hasCountIn}
        onHeadphones={setHasHeadphones}
        onCountIn={setHasCountIn}
        onRecord={handleRecord}
        onUpload={() => void handleUpload()}
      />
    </Modal>
  );
}
