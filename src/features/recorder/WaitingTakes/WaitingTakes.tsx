import { useState } from "react";
import { appTakeStore } from "../../../audio/appTakeStore";
import type { StoredTake } from "../../../audio/takeStore";
import { ConfirmModal } from "../../../components/ConfirmModal/ConfirmModal";
import { reportFailure } from "../../../lib/reportFailure";
import { useTexts } from "../../../texts/TextsProvider";
import { saveTake } from "../saveTake";
import { UnsentTakes } from "../UnsentTakes/UnsentTakes";

interface WaitingTakesProps {
  takes: readonly StoredTake[];
  /** Absent when there is no beat to go on with. */
  onOpen?: (take: StoredTake) => void;
  onDiscard: (takeId: string) => Promise<void>;
}

/** The unsent takes of a beat, with what can be done about them. */
export function WaitingTakes(props: WaitingTakesProps) {
  const { takes, onOpen, onDiscard } = props;
  const t = useTexts("recorder");
  const [discarding, setDiscarding] = useState<StoredTake | null>(null);

  const handleSave = async ({ id, mimeType, credit }: StoredTake) => {
    try {
      const { finishTake } = await import("../../../audio/finishTake");
      const chunks = await appTakeStore.loadChunks(id);
      const recording = { mimeType, chunks, stem: null };
      saveTake(await finishTake(id, recording, credit ?? null));
    } catch (error) {
      reportFailure(error, t.recover.failed);
    }
  };

  return (
    <>
      <UnsentTakes
        takes={takes}
        onOpen={onOpen}
        onSave={(take) => void handleSave(take)}
        onDiscard={setDiscarding}
      />
      <ConfirmModal
        opened={discarding !== null}
        title={t.discardTitle}
        confirmLabel={t.recover.discard}
        failureMessage={t.recover.failed}
        onConfirm={() => onDiscard(discarding?.id ?? "")}
        onClose={() => setDiscarding(null)}
      >
        {t.discardText}
      </ConfirmModal>
    </>
  );
}
