import { Text } from "@mantine/core";
import { api } from "../../../../convex/_generated/api";
import { useLiveQuery } from "../../../hooks/useLiveQuery";
import { useEarsTexts } from "../../../texts/useEarsTexts";

/**
 * Says how many people have heard a beat or verse of the viewer's. Renders nothing if nobody was
 * counted.
 */
export function HeardBy({ contentId }: { contentId: string }) {
  const t = useEarsTexts();
  const result = useLiveQuery({
    query: api.ears.heardBy,
    args: { contentIds: [contentId] },
  });
  const [hearing] = result.status === "success" ? result.data : [];
  if (!hearing) return null;
  return (
    <Text component="span" size="sm" c="dimmed">
      {t.heardBy(hearing.heard)}
    </Text>
  );
}
