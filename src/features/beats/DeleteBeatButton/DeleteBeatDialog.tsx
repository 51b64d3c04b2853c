import { useNavigate } from "react-router-dom";
import { api } from "../../../../convex/_generated/api";
import type { BeatSummary } from "../../../../convex/shared/validators";
import { ConfirmDialog } from "../../../components/ConfirmModal/ConfirmDialog";
import { useLiveQuery } from "../../../hooks/useLiveQuery";
import { paths } from "../../../routing/paths";
import { useRemovalTexts } from "../../../texts/useRemovalTexts";
import { useDeleteBeat } from "../useBeat";

interface DeleteBeatDialogProps {
  beat: BeatSummary;
  onClose: () => void;
}

/**
 * Asks before a beat is deleted. Names the rappers whose verses are deleted with it, once they are
 * loaded.
 */
export function DeleteBeatDialog(props: DeleteBeatDialogProps) {
  const { beat, onClose } = props;
  const t = useRemovalTexts().beat;
  const navigate = useNavigate();
  const deleteBeat = useDeleteBeat();
  const verses = useLiveQuery({
    query: api.verses.listByBeat,
    args: { beatId: beat.id },
  });
  const rappers =
    verses.status === "success"
      ? verses.data.map(({ rapper }) => rapper.userId)
      : [];
  const others = new Set(rappers);
  others.delete(beat.producer.userId);

  const handleConfirm = async () => {
    await deleteBeat(beat.id);
    void navigate(paths.landing, { replace: true });
  };

  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t.title}
      confirmLabel={t.confirm}
      failureMessage={t.failed}
      onConfirm={handleConfirm}
    >
      <p>
        {rappers.length === 0
          ? t.text(beat.title)
          : t.textWithVerses(beat.title, rappers.length, new Set(rappers).size)}
      </p>
      {others.size > 0 && <p>{t.told}</p>}
    </ConfirmDialog>
  );
}
