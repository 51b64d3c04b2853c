import { useState } from "react";
import type { StoredTake } from "../../../audio/store/takeStore";
import { ConfirmModal } from "../../../components/ConfirmModal/ConfirmModal";
import { useRecorderTexts } from "../../../texts/useRecorderTexts";
import { saveStoredTake } from "../saveStoredTake";
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

  return (
    <>
      <UnsentTakeList
        takes={takes}
        onOpen={onOpen}
        onSave={(take) => void saveStoredTake(take, t.unsent.failed)}
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
