import { useEffect, useState } from "react";
import { showToast } from "../../../lib/showToast";
import { useOutboxTexts } from "../../../texts/useOutboxTexts";
import { appOutbox } from "../appOutbox";
import { TrayEntry } from "../TrayEntry/TrayEntry";
import { useOutbox } from "../useOutbox";
import { useOutboxSender } from "../useOutboxSender";
import classes from "./OutboxTray.module.css";

/**
 * Sends the takes in the outbox and shows those that the recorder's dialog does
 * not show.
 */
export function OutboxTray({ userId }: { userId: string }) {
  const t = useOutboxTexts();
  const entries = useOutbox();
  const isOnline = useIsOnline();
  useOutboxSender(userId, ({ id }) => {
    if (!appOutbox.isFollowed(id)) showToast(t.sent);
  });

  const shown = entries.filter(({ id }) => !appOutbox.isFollowed(id));
  if (shown.length === 0) return null;
  return (
    <section className={classes.tray} aria-label={t.title} data-screen-only>
      {shown.map((entry) => (
        <TrayEntry key={entry.id} entry={entry} isOnline={isOnline} />
      ))}
    </section>
  );
}

function useIsOnline(): boolean {
  const [isOnline, setIsOnline] = useState(navigator.onLine);
  useEffect(() => {
    const look = () => setIsOnline(navigator.onLine);
    window.addEventListener("online", look);
    window.addEventListener("offline", look);
    return () => {
      window.removeEventListener("online", look);
      window.removeEventListener("offline", look);
    };
  }, []);
  return isOnline;
}
