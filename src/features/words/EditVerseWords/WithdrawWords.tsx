import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation } from "convex/react";
import { api } from "../../../../convex/_generated/api";
import type { VerseSummary } from "../../../../convex/shared/validators";
import { ConfirmModal } from "../../../components/ConfirmModal/ConfirmModal";
import { useWordsTexts } from "../../../texts/useWordsTexts";

/** The button that takes the published words off the rapper's own verse. */
export function WithdrawWords({ verseId }: { verseId: VerseSummary["id"] }) {
  const t = useWordsTexts();
  const withdraw = useMutation(api.words.withdraw);
  const [isAsking, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button
        variant="subtle"
        size="sm"
        px="xs"
        mih={44}
        color="gray"
        onClick={open}
      >
        {t.withdraw}
      </Button>
      <ConfirmModal
        opened={isAsking}
        title={t.withdrawTitle}
        confirmLabel={t.withdraw}
        failureMessage={t.failed}
        onConfirm={async () => {
          await withdraw({ verseId });
        }}
        onClose={close}
      >
        {t.withdrawText}
      </ConfirmModal>
    </>
  );
}
