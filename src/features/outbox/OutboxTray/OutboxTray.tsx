import { useConnection } from "../../../hooks/useConnection";
import { showToast } from "../../../lib/showToast";
import { useOutboxTexts } from "../../../texts/useOutboxTexts";
import { appOutbox } from "../appOutbox";
import { useMixes } from "../mixes";
import { TrayEntry } from "../TrayEntry/TrayEntry";
import { TrayMix } from "../TrayMix/TrayMix";
import { useOutbox } from "../useOutbox";
import { useOutboxSender } from "../useOutboxSender";
import classes from "./OutboxTray.module.css";

/**
 * Sends the takes in the outbox and shows those that the recorder's dialog does
 * not show, also while they are still being mixed.
 */
export function OutboxTray({ userId }: { userId: string }) {
  const t = useOutboxTexts();
  const entries = useOutbox();
  const mixes = useMixes();
  const connection = useConnection();
  useOutboxSender(userId, ({ id }) => {
    if (!appOutbox.isFollowed(id)) showToast(t.sent);
  });

  const shown = entries.filter(({ id }) => !appOutbox.isFollowed(id));
  const mixing = mixes.filter(
    (mix) => mix.userId === userId && appOutbox.find(mix.id) === null,
  );
  if (shown.length + mixing.length === 0) return null;
  return (
    <section className={classes.tray} aria-label={t.title} data-screen-only>
      {mixing.map((mix) => (
        <TrayMix key={mix.id} mix={mix} />
      ))}
      {shown.map((entry) => (
        <TrayEntry key={entry.id} entry={entry} connection={connection} />
      ))}
    </section>
  );
}
