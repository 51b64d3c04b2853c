import { ActionIcon, Button, Text } from "@mantine/core";
import { useState } from "react";
import { MEGABYTE } from "../../../../convex/shared/limits";
import type { ShelvedTake } from "../../../audio/studio/storing/takeShelf";
import { ConfirmModal } from "../../../components/ConfirmModal/ConfirmModal";
import { Icon } from "../../../components/Icon/Icon";
import { useTakesTexts } from "../../../texts/useTakesTexts";
import classes from "./TakeList.module.css";
import { useTakeNames } from "./useTakeNames";

interface TakeListProps {
  /** Oldest first. */
  takes: readonly ShelvedTake[];
  /** The take that the panel shows. */
  currentId: string;
  onShow: (takeId: string) => void;
  onStar: (takeId: string, isStarred: boolean) => void;
  onRemove: (takeId: string) => Promise<void>;
}

/** The takes over a beat. Pressing one shows it; playback continues at the same position. */
export function TakeList(props: TakeListProps) {
  const { takes, currentId, onShow, onStar, onRemove } = props;
  const { list: t } = useTakesTexts();
  const nameOf = useTakeNames(takes);
  const [removing, setRemoving] = useState<ShelvedTake | null>(null);
  const bytes = takes.reduce((sum, take) => sum + take.bytes, 0);
  return (
    <section aria-label={t.title} className={classes.takes}>
      <ul className={classes.list}>
        {takes.map((take) => (
          <li key={take.id} className={classes.row}>
            <Button
              className={classes.name}
              variant="subtle"
              color="gray"
              justify="flex-start"
              px="xs"
              aria-current={take.id === currentId || undefined}
              onClick={() => take.id !== currentId && onShow(take.id)}
            >
              {nameOf(take)}
            </Button>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t.star(nameOf(take))}
              aria-pressed={take.isStarred}
              onClick={() => onStar(take.id, !take.isStarred)}
            >
              <Icon name="star" isFilled={take.isStarred} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t.remove(nameOf(take))}
              onClick={() => setRemoving(take)}
            >
              <Icon name="bin" />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <Text size="sm" c="dimmed">
        {t.space((bytes / MEGABYTE).toFixed(1))}
      </Text>
      <ConfirmModal
        opened={removing !== null}
        title={t.removeTitle}
        confirmLabel={t.removeLabel}
        failureMessage={t.removeFailed}
        onConfirm={() => onRemove(removing?.id ?? "")}
        onClose={() => setRemoving(null)}
      >
        {removing && t.removeText(nameOf(removing))}
      </ConfirmModal>
    </section>
  );
}
