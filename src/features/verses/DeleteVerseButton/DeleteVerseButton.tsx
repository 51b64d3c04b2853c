import { ActionIcon } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { ConfirmModal } from "../../../components/ConfirmModal/ConfirmModal";
import { useTexts } from "../../../texts/TextsProvider";
import { Icon } from "../../../components/Icon/Icon";

interface DeleteVerseButtonProps {
  rapper: string;
  beatTitle: string;
  onDelete: () => Promise<void>;
}

export function DeleteVerseButton(props: DeleteVerseButtonProps) {
  const { rapper, beatTitle, onDelete } = props;
  const t = useTexts("verses").remove;
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <ActionIcon color="sindoor" aria-label={t.button(rapper)} onClick={open}>
        <Icon name="bin" />
      </ActionIcon>
      <ConfirmModal
        opened={isOpen}
        onClose={close}
        title={t.title}
        confirmLabel={t.confirm}
        failureMessage={t.failed}
        onConfirm={onDelete}
      >
        {t.text(rapper, beatTitle)}
      </ConfirmModal>
    </>
  );
}
