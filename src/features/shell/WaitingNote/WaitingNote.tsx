import { useSyncExternalStore } from "react";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { useIsCutOff } from "../../../hooks/useConnection";
import { reloadIfReached } from "../../../lib/reloadIfReached";
import { useTexts } from "../../../texts/TextsProvider";
import classes from "./WaitingNote.module.css";

/** What pages show while they wait, anywhere in `main`. */
const WAITING = "#main :is([data-waiting], .mantine-Skeleton-root)";

/**
 * Says that there is no connection, in place of whatever the page waits for. It is the last part of
 * `main` and looks for placeholders in there, so no page has to know of it.
 */
export function WaitingNote() {
  return useIsCutOff() ? <NoteIfWaiting /> : null;
}

function NoteIfWaiting() {
  const { noConnection } = useTexts("common");
  const isWaiting = useSyncExternalStore(onChange, hasPlaceholder);
  if (!isWaiting) return null;
  return (
    <div className={classes.note}>
      <ErrorNote
        message={noConnection}
        onRetry={() => void reloadIfReached()}
      />
    </div>
  );
}

const hasPlaceholder = () => document.querySelector(WAITING) !== null;

function onChange(listener: () => void): () => void {
  const main = document.getElementById("main");
  const observer = new MutationObserver(listener);
  if (main) observer.observe(main, { childList: true, subtree: true });
  return () => observer.disconnect();
}
