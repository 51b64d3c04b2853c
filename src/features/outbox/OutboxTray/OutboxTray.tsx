import { Text } from "@mantine/core";
import { useState } from "react";
import { useConnection } from "../../../hooks/useConnection";
import { useOutboxTexts } from "../../../texts/useOutboxTexts";
import { appOutbox } from "../appOutbox";
import { isWaiting } from "../entry";
import { useMixes } from "../mixes";
import { TrayEntry } from "../TrayEntry/TrayEntry";
import { TrayMix } from "../TrayMix/TrayMix";
import { TraySent, type SentVerse } from "../TraySent/TraySent";
import { useOutbox } from "../useOutbox";
import { useOutboxSender } from "../useOutboxSender";
import classes from "./OutboxTray.module.css";

/**
 * Sends the takes in the outbox. Shows them, even while they are still being mixed, and afterwards
 * the verses that they became.
 */
export function OutboxTray({ userId }: { userId: string }) {
  const t = useOutboxTexts();
  const entries = useOutbox();
  const mixes = useMixes();
  const connection = useConnection();
  const [sent, setSent] = useState<readonly SentVerse[]>([]);
  useOutboxSender(userId, ({ beatId, beatTitle }, verseId) =>
    setSent((verses) => [...verses, { beatId, beatTitle, verseId }]),
  );

  const mixing = mixes.filter(
    (mix) => mix.userId === userId && appOutbox.find(mix.id) === null,
  );
  const isOnItsWay = mixing.length > 0 || entries.some(isWaiting);
  return (
    <div className={classes.tray} data-screen-only>
      {sent.map((verse) => (
        <TraySent
          key={verse.verseId}
          sent={verse}
          onClose={() =>
            setSent((verses) => verses.filter((one) => one !== verse))
          }
        />
      ))}
      {entries.length + mixing.length > 0 && (
        <section aria-label={t.title}>
          {isOnItsWay && connection === "connected" && (
            <Text size="sm" role="status" className={classes.note}>
              {t.onItsWay}
            </Text>
          )}
          {mixing.map((mix) => (
            <TrayMix key={mix.id} mix={mix} />
          ))}
          {entries.map((entry) => (
            <TrayEntry key={entry.id} entry={entry} connection={connection} />
          ))}
        </section>
      )}
    </div>
  );
}
