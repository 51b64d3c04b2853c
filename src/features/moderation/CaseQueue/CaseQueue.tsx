import { Text, Title, UnstyledButton } from "@mantine/core";
import type { Queue, QueuedCase } from "../../../../convex/shared/moderation";
import { useTrustTexts } from "../../../texts/useTrustTexts";
import { dueText } from "../dueText";
import { useNow } from "../useNow";
import classes from "./CaseQueue.module.css";

interface CaseQueueProps {
  queue: Queue;
  selectedId: QueuedCase["id"] | null;
  onSelect: (id: QueuedCase["id"]) => void;
}

/** The cases that are due first. A click opens one. */
export function CaseQueue({ queue, selectedId, onSelect }: CaseQueueProps) {
  const t = useTrustTexts();
  const now = useNow();
  return (
    <section aria-labelledby="queue-title">
      <Title order={2} id="queue-title">
        {t.moderation.queue}
      </Title>
      <ol className={classes.list}>
        {queue.cases.map((found) => (
          <li key={found.id}>
            <UnstyledButton
              className={classes.row}
              aria-current={found.id === selectedId || undefined}
              onClick={() => onSelect(found.id)}
            >
              <span className={classes.about}>
                {found.about === "" ? t.gone : found.about}
              </span>
              <span className={classes.meta}>
                {`${t.kinds[found.kind]} · ${t.reasons[found.reason]}`}
              </span>
              <span className={classes.due} data-late={found.dueAt < now}>
                {dueText(found, now, t.moderation)}
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ol>
      {queue.hasMore && <Text c="dimmed">{t.moderation.hasMore}</Text>}
      {queue.forOthers > 0 && (
        <Text c="dimmed">
          {t.moderation.forOthers(String(queue.forOthers))}
        </Text>
      )}
    </section>
  );
}
