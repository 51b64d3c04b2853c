import { Button, Group, Stack } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useFailureText } from "../../hooks/useFailureText";
import { useTexts } from "../../texts/TextsProvider";
import { Dialog } from "../Dialog/Dialog";
import { ErrorNote } from "../ErrorNote/ErrorNote";

export interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  /** The warning: names everything that the action deletes. */
  children: ReactNode;
  confirmLabel: string;
  /** Shown when `onConfirm` rejects with an error that has no user-facing message. */
  failureMessage: string;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}

/**
 * Asks before an action that cannot be undone. If the action fails, the dialog stays open and shows
 * why.
 */
export function ConfirmDialog({
  opened,
  title,
  children,
  confirmLabel,
  failureMessage,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const { cancel } = useTexts("common");
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
    <Dialog opened={opened} onClose={handleClose} title={title}>
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
    </Dialog>
  );
}
