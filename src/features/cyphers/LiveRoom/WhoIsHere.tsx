import { Stack, Text, Title } from "@mantine/core";
import type { CypherPage } from "../../../../convex/shared/cyphers";
import { MOST_NAMED } from "../../../../convex/shared/rooms";
import { useHidden } from "../../../hooks/useHidden";
import { useViewer } from "../../../hooks/useViewer";
import { useRoomTexts } from "../../../texts/useRoomTexts";
import { hereText } from "./hereText";
import classes from "./room.module.css";
import { useWhoIsHere } from "./useWhoIsHere";

/** Shows the line in order, and who else is in the room. */
export function WhoIsHere({ cypher }: { cypher: CypherPage }) {
  const { id, isOpen, line } = cypher;
  const t = useRoomTexts();
  const hidden = useHidden();
  const viewerId = useViewer()?.userId;
  const room = useWhoIsHere(id);
  const awayIds: readonly string[] = room?.awayIds ?? [];
  // The number of people in an open room is shown at the top.
  const isNamed = room && !(isOpen && room.here > MOST_NAMED);
  return (
    <Stack gap="xs">
      {isNamed && <Text>{hereText(room, t, { viewerId, hidden })}</Text>}
      <Title order={2} size="h4">
        {t.line}
      </Title>
      {line.length === 0 ? (
        <Text c="dimmed">{t.noLine}</Text>
      ) : (
        <ol aria-label={t.line} className={classes.line}>
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
