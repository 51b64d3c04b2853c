import type { VerseSummary } from "../../../../convex/shared/validators";
import { ConfirmDialog } from "../../../components/ConfirmModal/ConfirmDialog";
import { useViewer } from "../../../hooks/useViewer";
import { useRemovalTexts } from "../../../texts/useRemovalTexts";

interface DeleteVerseDialogProps {
  verse: Pick<VerseSummary, "rapper" | "beat">;
  onDelete: () => Promise<void>;
  onClose: () => void;
}

/** Asks before a verse is deleted. Tells a producer that the rapper will be notified. */
export function DeleteVerseDialog(props: DeleteVerseDialogProps) {
  const { rapper, beat } = props.verse;
  const t = useRemovalTexts().verse;
  const isOwn = useViewer()?.userId === rapper.userId;
  return (
    <ConfirmDialog
      opened
      onClose={props.onClose}
      title={t.title}
      confirmLabel={t.confirm}
      failureMessage={t.failed}
      onConfirm={props.onDelete}
    >
      <p>{t.text(rapper.username, beat.title)}</p>
      {!isOwn && <p>{t.told(rapper.username)}</p>}
    </ConfirmDialog>
  );
}
