import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useNavigate } from "react-router-dom";
import type { BeatSummary } from "../../../../convex/shared/validators";
import { paths } from "../../../routing/paths";
import { ConfirmModal } from "../../../components/ConfirmModal/ConfirmModal";
import { useTexts } from "../../../texts/TextsProvider";
import { Icon } from "../../../components/Icon/Icon";
import { useDeleteBeat } from "../useBeat";

export function DeleteBeatButton({ beat }: { beat: BeatSummary }) {
  const t = useTexts("beats").remove;
  const navigate = useNavigate();
  const deleteBeat = useDeleteBeat();
  const [isOpen, { open, close }] = useDisclosure(false);

  const handleConfirm = async () => {
    await deleteBeat(beat.id);
    void navigate(paths.landing, { replace: true });
  };

  return (
    <>
      <Button
        variant="outline"
        color="sindoor"
        leftSection={<Icon name="bin" />}
        onClick={open}
      >
        {t.button}
      </Button>
      <ConfirmModal
        opened={isOpen}
        onClose={close}
        title={t.title}
        confirmLabel={t.confirm}
        failureMessage={t.failed}
        onConfirm={handleConfirm}
      >
        {beat.verseCount === 0
          ? t.text(beat.title)
          : t.textWithVerses(beat.title, beat.verseCount)}
      </ConfirmModal>
    </>
  );
}
