import { Button } from "@mantine/core";
import type { PendingDecision } from "../../../../convex/shared/moderation";
import { useTrustTexts } from "../../../texts/useTrustTexts";
import keys from "../keys.module.css";
import classes from "./PendingBar.module.css";

interface PendingBarProps {
  /** Oldest first. */
  pending: readonly PendingDecision[];
  onUndo: () => void;
}

/** Names the latest decision as long as it can be undone. */
export function PendingBar({ pending, onUndo }: PendingBarProps) {
  const t = useTrustTexts();
  const latest = pending.at(-1);
  return (
    <div role="status">
      {latest !== undefined && (
        <div className={classes.bar}>
          <span className={classes.text}>
            {t.moderation.pending(
              t.decided[latest.decision],
              latest.about === "" ? t.gone : latest.about,
            )}
          </span>
          <Button onClick={onUndo} aria-keyshortcuts="u">
            {t.moderation.undo} <kbd className={keys.key}>U</kbd>
          </Button>
        </div>
      )}
    </div>
  );
}
