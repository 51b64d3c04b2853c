import { Stack, Text, Title } from "@mantine/core";
import { api } from "../../../../convex/_generated/api";
import type { CypherPage } from "../../../../convex/shared/cyphers";
import { useHidden } from "../../../hooks/useHidden";
import { useLiveQuery } from "../../../hooks/useLiveQuery";
import { useViewer } from "../../../hooks/useViewer";
import { useRoomTexts } from "../../../texts/useRoomTexts";
import { hereText } from "./hereText";

/** Shows the line in order, and who else is in the room. */
export function WhoIsHere({ cypher: { id, line } }: { cypher: CypherPage }) {
  const t = useRoomTexts();
  const hidden = useHidden();
  const viewerId = useViewer()?.userId;
  const result = useLiveQuery({
    query: api.rooms.get,
    args: { cypherId: id },
  });
  const room = result.status === "success" ? result.data : null;
  const awayIds: readonly string[] = room?.awayIds ?? [];
  return (
    <Stack gap="xs">
      {room && <Text>{hereText(room, t, { viewerId, hidden })}</Text>}
      <Title order={2} size="h4">
        {t.line}
      </Title>
      {line.length === 0 ? (
        <Text c="dimmed">{t.noLine}</Text>
      ) : (
        <ol aria-label={t.line}>
          {line.map(({ userId, username }) => (
            <li key={userId}>
              {hidden.has(userId) ? t.someone : username}
              {awayIds.includes(userId) && ` · ${t.away}`}
            </li>
          ))}
        </ol>
      )}
    </Stack>
  );
}
