import "../../../components/modalStyles";
import { Modal } from "@mantine/core";
import { useState } from "react";
import { useReturnFocus } from "../../../hooks/useReturnFocus";
import { useTexts } from "../../../texts/TextsProvider";
import type { Reported } from "../reported";
import { ReportForm } from "./ReportForm";
import { ReportSent, type SentReport } from "./ReportSent";

interface ReportDialogProps {
  opened: boolean;
  title: string;
  reported: Reported;
  onClose: () => void;
}

/** Asks what is wrong, and shows the number of the report once it is sent. */
export function ReportDialog(props: ReportDialogProps) {
  const { opened, title, reported, onClose } = props;
  const { close } = useTexts("common");
  const [sent, setSent] = useState<SentReport | null>(null);
  useReturnFocus(opened);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      // A stray click, or the second of a double click, would lose the text.
      closeOnClickOutside={false}
      onExitTransitionEnd={() => setSent(null)}
      title={title}
      closeButtonProps={{ "aria-label": close }}
    >
      {sent === null ? (
        <ReportForm reported={reported} onSent={setSent} onCancel={onClose} />
      ) : (
        <ReportSent report={sent} onClose={onClose} />
      )}
    </Modal>
  );
}
