import { Group, Text } from "@mantine/core";
import type { VerseSummary } from "../../../../convex/shared/validators";
import { useCan } from "../../../hooks/useCan";
import { useHidden } from "../../../hooks/useHidden";
import { useTexts } from "../../../texts/TextsProvider";
import { DeleteVerseButton } from "../DeleteVerseButton/DeleteVerseButton";
import { useDeleteVerse } from "../useDeleteVerse";

/**
 * Names the verses of blocked rappers on the viewer's own beat, so that the viewer can delete them
 * without unblocking anyone. Nothing else about these verses is shown.
 */
export function HiddenVerses({ verses }: { verses: readonly VerseSummary[] }) {
  const t = useTexts("safety").block;
  const can = useCan();
  const hidden = useHidden();
  const deleteVerse = useDeleteVerse();
  return verses
    .filter(({ rapper }) => hidden.has(rapper.userId))
    .filter(({ rapper, beat }) =>
      can("verse:remove", {
        ownerId: rapper.userId,
        beatProducerId: beat.producer.userId,
      }),
    )
    .map((verse) => (
      <Group key={verse.id} justify="space-between" wrap="nowrap">
        <Text c="dimmed">{t.hiddenVerse(verse.rapper.username)}</Text>
        <DeleteVerseButton
          verse={verse}
          onDelete={() => deleteVerse(verse.id)}
        />
      </Group>
    ));
}
