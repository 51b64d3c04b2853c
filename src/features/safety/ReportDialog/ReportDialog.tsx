import { useState } from "react";
import { Dialog } from "../../../components/Dialog/Dialog";
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
  const [sent, setSent] = useState<SentReport | null>(null);
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => setSent(null)}
      title={title}
    >
      {sent === null ? (
        <ReportForm reported={reported} onSent={setSent} onCancel={onClose} />
      ) : (
        <ReportSent report={sent} onClose={onClose} />
      )}
    </Dialog>
  );
}
