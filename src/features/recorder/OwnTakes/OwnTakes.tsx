import { Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import { MEGABYTE } from "../../../../convex/shared/limits";
import { ConfirmModal } from "../../../components/ConfirmModal/ConfirmModal";
import { useRecorderTexts } from "../../../texts/useRecorderTexts";
import { useTakesTexts } from "../../../texts/useTakesTexts";
import { useSendingIds } from "../../outbox/useSendingIds";
import classes from "./OwnTakes.module.css";
import { OwnTakeRow } from "./OwnTakeRow";
import { type OwnTake, useOwnTakes } from "./useOwnTakes";

/**
 * All takes on this device, including those that became verses, with buttons to play, save and
 * discard them.
 */
export function OwnTakes({ userId }: { userId: string }) {
  const { own: t, list } = useTakesTexts();
  const { discardTitle, discardText, unsent } = useRecorderTexts();
  const sending = useSendingIds();
  const { takes, discard } = useOwnTakes(userId, sending.join());
  const [discarding, setDiscarding] = useState<OwnTake | null>(null);
  if (takes.length === 0) return null;
  const bytes = takes.reduce((sum, take) => sum + take.bytes, 0);
  return (
    <Stack gap="xs" component="section" aria-label={t.title} data-screen-only>
      <Title order={2} size="h3">
        {t.title}
      </Title>
      <ul className={classes.list}>
        {takes.map((take) => (
          <OwnTakeRow
            key={take.id}
            take={take}
            onDiscard={
              sending.includes(take.id) ? undefined : () => setDiscarding(take)
            }
          />
        ))}
      </ul>
      <Text size="sm" c="dimmed">
        {t.space((bytes / MEGABYTE).toFixed(1))}
      </Text>
      <ConfirmModal
        opened={discarding !== null}
        title={discardTitle}
        confirmLabel={unsent.discard}
        failureMessage={list.removeFailed}
        onConfirm={() => discard(discarding?.id ?? "")}
        onClose={() => setDiscarding(null)}
      >
        {discarding?.setAside === "published" ? t.discardText : discardText}
      </ConfirmModal>
    </Stack>
  );
}
