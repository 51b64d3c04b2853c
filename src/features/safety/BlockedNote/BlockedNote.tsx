import { Text } from "@mantine/core";
import { useTexts } from "../../../texts/TextsProvider";

/** Says at the end of a list how many of its items are hidden; renders nothing if none are. */
export function BlockedNote({ count }: { count: number }) {
  const t = useTexts("safety").block;
  if (count === 0) return null;
  return (
    <Text c="dimmed" mt="sm" role="note">
      {t.hidden(count)}
    </Text>
  );
}
