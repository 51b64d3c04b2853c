import type { RawRecording } from "../../../audio/store/finishedTake";
import { useState } from "react";
import { appTakeStore } from "../../../audio/studio/storing/appTakeStore";
import type { Credit } from "../../../audio/store/credit";
import { rawFile } from "../../../audio/signal/recordingFormat";
import type { Recording } from "../../../audio/capture/runningCapture";
import type { StoredTake } from "../../../audio/store/takeStore";
import { ConfirmModal } from "../../../components/ConfirmModal/ConfirmModal";
import { logFailure } from "../../../lib/logFailure";
import { reportFailure } from "../../../lib/reportFailure";
import { useRecorderTexts } from "../../../texts/useRecorderTexts";
import { saveTake } from "../saveTake";
import { UnsentTakeList } from "./UnsentTakeList";

interface UnsentTakesProps {
  takes: readonly StoredTake[];
  /** Absent if the beat has been deleted, so the takes can only be saved or discarded. */
  onOpen?: (take: StoredTake) => void;
  onDiscard: (takeId: string) => Promise<void>;
}

/** The unsent takes of a beat, with buttons to open, save or discard them. */
export function UnsentTakes(props: UnsentTakesProps) {
  const { takes, onOpen, onDiscard } = props;
  const t = useRecorderTexts();
  const [discarding, setDiscarding] = useState<StoredTake | null>(null);

  const handleSave = async ({ id, mimeType, credit }: StoredTake) => {
    try {
      const chunks = await appTakeStore.loadChunks(id);
      if (chunks.length === 0) throw new Error("the take holds no sound");
      saveTake(await bestFile(id, { mimeType, chunks, stem: null }, credit));
    } catch (error) {
      reportFailure(error, t.unsent.failed);
    }
  };

  return (
    <>
      <UnsentTakeList
        takes={takes}
        onOpen={onOpen}
        onSave={(take) => void handleSave(take)}
        onDiscard={setDiscarding}
      />
      <ConfirmModal
        opened={discarding !== null}
        title={t.discardTitle}
        confirmLabel={t.unsent.discard}
        failureMessage={t.unsent.failed}
        onConfirm={() => onDiscard(discarding?.id ?? "")}
        onClose={() => setDiscarding(null)}
      >
        {t.discardText}
      </ConfirmModal>
    </>
  );
}

/** Returns a finished file with duration and index if possible, otherwise the raw recording. */
async function bestFile(
  id: string,
  recording: Recording,
  credit: Credit | null = null,
): Promise<RawRecording> {
  try {
    const { finishTake } =
      await import("../../../audio/studio/finishing/finishTake");
    return await finishTake(id, recording, credit);
  } catch (error) {
    logFailure("finishing an unsent take failed", error);
    return { file: rawFile(recording.mimeType, recording.chunks), credit };
  }
}
