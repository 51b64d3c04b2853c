import { useConnection } from "../../../hooks/useConnection";
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
  const connection = useConnection();
  useOutboxSender(userId, ({ id }) => {
    if (!appOutbox.isFollowed(id)) showToast(t.sent);
  });

  const shown = entries.filter(({ id }) => !appOutbox.isFollowed(id));
  if (shown.length === 0) return null;
  return (
    <section className={classes.tray} aria-label={t.title} data-screen-only>
      {shown.map((entry) => (
        <TrayEntry key={entry.id} entry={entry} connection={connection} />
      ))}
    </section>
  );
}
