import { ActionIcon } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { VerseCard } from "../../../../convex/shared/validators";
import { ConfirmModal } from "../../../components/ConfirmModal/ConfirmModal";
import { useTexts } from "../../../texts/TextsProvider";
import { Icon } from "../../player/Icon/Icon";
import { useDeleteVerse } from "../useDeleteVerse";

export function DeleteVerseButton({ verse }: { verse: VerseCard }) {
  const t = useTexts("verses").remove;
  const deleteVerse = useDeleteVerse();
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <ActionIcon
        color="sindoor"
        aria-label={t.button(verse.rapper.username)}
        onClick={open}
      >
        <Icon name="bin" />
      </ActionIcon>
      <ConfirmModal
        opened={isOpen}
        onClose={close}
        title={t.title}
        confirmLabel={t.confirm}
        failureMessage={t.failed}
        onConfirm={() => deleteVerse(verse.id)}
      >
        {t.text(verse.rapper.username, verse.beat.title)}
      </ConfirmModal>
    </>
  );
}
