import { Text } from "@mantine/core";
import { api } from "../../../../convex/_generated/api";
import { MOST_HEARD } from "../../../../convex/shared/limits";
import { useLiveQuery } from "../../../hooks/useLiveQuery";
import { useEarsTexts } from "../../../texts/useEarsTexts";

interface HeardByProps {
  contentId: string;
  votes: number;
}

/**
 * Says how many people have heard a beat or verse of the viewer's. Renders nothing if nobody was
 * counted, or if more people have voted than were counted.
 */
export function HeardBy({ contentId, votes }: HeardByProps) {
  const t = useEarsTexts();
  const result = useLiveQuery({
    query: api.ears.heardBy,
    args: { contentIds: [contentId] },
  });
  const [hearing] = result.status === "success" ? result.data : [];
  // Only listens in the app are counted, and only since counting began, so there may be more votes
  // than listens.
  if (!hearing || hearing.heard < Math.min(votes, MOST_HEARD)) return null;
  return (
    <Text component="span" size="sm" c="dimmed">
      {t.heardBy(hearing.heard)}
    </Text>
  );
}
