import { Button, Group, Paper, Stack, Text } from "@mantine/core";
import type { StoredTake } from "../../../audio/takeStore";
import { useLanguage, useTexts } from "../../../texts/TextsProvider";
import { momentText } from "../momentText";

interface UnsentTakesProps {
  takes: readonly StoredTake[];
  /** Absent when there is no beat to go on with. */
  onOpen?: (take: StoredTake) => void;
  onSave: (take: StoredTake) => void;
  onDiscard: (take: StoredTake) => void;
}

/** What an earlier tab left behind. */
export function UnsentTakes(props: UnsentTakesProps) {
  const { takes, onOpen, onSave, onDiscard } = props;
  const { recover: t, save } = useTexts("recorder");
  const { language } = useLanguage();
  return takes.map((take) => (
    <Paper
      key={take.id}
      withBorder
      p="md"
      component="section"
      aria-label={t.title}
    >
      <Stack gap="sm">
        <div>
          <Text fw={700}>{t.title}</Text>
          <Text>
            {onOpen
              ? t.text(momentText(take.createdAt, language))
              : t.orphanText(momentText(take.createdAt, language))}
          </Text>
        </div>
        <Group>
          {onOpen && <Button onClick={() => onOpen(take)}>{t.open}</Button>}
          <Button variant="default" onClick={() => onSave(take)}>
            {save}
          </Button>
          <Button variant="default" onClick={() => onDiscard(take)}>
            {t.discard}
          </Button>
        </Group>
      </Stack>
    </Paper>
  ));
}
