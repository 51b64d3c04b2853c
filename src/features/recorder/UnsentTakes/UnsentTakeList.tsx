import { ActionIcon, Button, Group, Paper, Stack, Text } from "@mantine/core";
import type { StoredTake } from "../../../audio/store/takeStore";
import { Icon } from "../../../components/Icon/Icon";
import { dateTimeText } from "../../../lib/dateText";
import { useTakesTexts } from "../../../texts/useTakesTexts";
import { useLanguage } from "../../../texts/TextsProvider";
import { useRecorderTexts } from "../../../texts/useRecorderTexts";
import classes from "./UnsentTakeList.module.css";

interface UnsentTakeListProps {
  takes: readonly StoredTake[];
  /** Absent if the beat has been deleted, so the take can only be saved or discarded. */
  onOpen?: (take: StoredTake) => void;
  onSave: (take: StoredTake) => void;
  onDiscard: (take: StoredTake) => void;
}

/** Takes left behind by an earlier tab. */
export function UnsentTakeList(props: UnsentTakeListProps) {
  const { takes, onOpen, onSave, onDiscard } = props;
  const { unsent: t, save } = useRecorderTexts();
  const { language } = useLanguage();
  const { more } = useTakesTexts().list;
  // Only the newest take is listed here, because the recorder lists the others. Without a beat
  // there is no recorder, so all are listed.
  const listed = onOpen ? takes.slice(0, 1) : takes;
  const others = takes.length - listed.length;
  return listed.map((take) => (
    <Paper
      key={take.id}
      withBorder
      p="sm"
      component="section"
      aria-label={t.title}
    >
      <Stack gap="xs">
        <div>
          <Text fw={700}>{t.title}</Text>
          <Text size="sm" className={classes.when}>
            {onOpen
              ? t.text(dateTimeText(take.createdAt, language))
              : t.textWithoutBeat(dateTimeText(take.createdAt, language))}
          </Text>
          {others > 0 && (
            <Text size="sm" c="dimmed">
              {more(others)}
            </Text>
          )}
        </div>
        <Group gap="xs">
          {onOpen && <Button onClick={() => onOpen(take)}>{t.open}</Button>}
          <ActionIcon aria-label={save} onClick={() => onSave(take)}>
            <Icon name="save" />
          </ActionIcon>
          <ActionIcon aria-label={t.discard} onClick={() => onDiscard(take)}>
            <Icon name="bin" />
          </ActionIcon>
        </Group>
      </Stack>
    </Paper>
  ));
}
