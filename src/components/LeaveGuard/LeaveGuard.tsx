import { useLeaveTexts } from "../../texts/useLeaveTexts";
import { ConfirmDialog } from "../ConfirmModal/ConfirmDialog";
import { useLeaveGuard } from "./useLeaveGuard";

interface LeaveGuardProps {
  isActive: boolean;
  /** Text that says what leaving would lose or interrupt. */
  question: string;
}

/**
 * While active, asks before the viewer leaves the page by a link, by Back or Forward, or by closing
 * the tab. For the tab, the browser shows its own text.
 */
export function LeaveGuard({ isActive, question }: LeaveGuardProps) {
  const t = useLeaveTexts();
  const { isAsking, leave, stay } = useLeaveGuard(isActive);
  return (
    <ConfirmDialog
      opened={isAsking}
      title={t.title}
      confirmLabel={t.leave}
      failureMessage={t.title}
      // Leaving cannot fail, so the failure message is never shown.
      onConfirm={async () => leave()}
      onClose={stay}
    >
      {question}
    </ConfirmDialog>
  );
}
