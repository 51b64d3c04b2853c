import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { ConfirmModal } from "../../../components/ConfirmModal/ConfirmModal";
import { useCan } from "../../../hooks/useCan";
import { useTexts } from "../../../texts/TextsProvider";
import { useSetBlocked } from "../useSetBlocked";

interface BlockButtonProps {
  person: { userId: string; username: string };
}

/** Blocks a person after a question. Renders nothing on the viewer's own profile. */
export function BlockButton({ person }: BlockButtonProps) {
  const t = useTexts("safety").block;
  const can = useCan();
  const setBlocked = useSetBlocked();
  const [isOpen, { open, close }] = useDisclosure(false);
  if (!can("block:set", { ownerId: person.userId })) return null;
  const { username } = person;
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        aria-label={t.button(username)}
        onClick={open}
      >
        {t.short}
      </Button>
      <ConfirmModal
        opened={isOpen}
        onClose={close}
        title={t.title(username)}
        confirmLabel={t.confirm}
        failureMessage={t.failed}
        onConfirm={() => setBlocked(person, true)}
      >
        {t.text(username)}
      </ConfirmModal>
    </>
  );
}
