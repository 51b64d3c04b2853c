import { Button, Group, Modal, Stack } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useFailureText } from "../../hooks/useFailureText";
import { useReturnFocus } from "../../hooks/useReturnFocus";
import { useTexts } from "../../texts/TextsProvider";
import { ErrorNote } from "../ErrorNote/ErrorNote";

export interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  /** Names everything that goes with the act. */
  children: ReactNode;
  confirmLabel: string;
  /** Shown when `onConfirm` fails without a text of its own. */
  failureMessage: string;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks before an act that cannot be taken back; stays open, with the reason, when the act fails. */
export function ConfirmDialog({
  opened,
  title,
  children,
  confirmLabel,
  failureMessage,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const { cancel, close } = useTexts("common");
  useReturnFocus(opened);
  const failureText = useFailureText();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const handleClose = () => {
    if (isBusy) return;
    setFailure(null);
    onClose();
  };

  const handleConfirm = async () => {
    setIsBusy(true);
    setFailure(null);
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      setFailure(failureText(error, failureMessage));
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <Modal
      opened={opened}
      onClose={handleClose}
      title={title}
      closeButtonProps={{ "aria-label": close }}
    >
      <Stack>
        <div>{children}</div>
        {failure !== null && <ErrorNote message={failure} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={handleClose} disabled={isBusy}>
            {cancel}
          </Button>
          <Button
            color="sindoor"
            onClick={() => void handleConfirm()}
            loading={isBusy}
          >
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
