import { Anchor, Group, Stack, Text } from "@mantine/core";
import { Link } from "react-router-dom";
import { api } from "../../../../convex/_generated/api";
import { LoadFailed } from "../../../components/ErrorNote/LoadFailed";
import { useLiveQuery } from "../../../hooks/useLiveQuery";
import { profileHref } from "../../../routing/paths";
import { useTexts } from "../../../texts/TextsProvider";
import { UnblockButton } from "../BlockButton/UnblockButton";

/** Lists everyone whom the viewer has blocked, with a button to unblock each. */
export function BlockedPeople() {
  const t = useTexts("safety").block;
  const result = useLiveQuery({ query: api.safety.blockedPeople, args: {} });
  return (
    <Stack>
      {result.status === "error" && <LoadFailed message={t.peopleFailed} />}
      {result.status === "success" && result.data.length === 0 && (
        <Text c="dimmed">{t.nobody}</Text>
      )}
      {result.status === "success" &&
        result.data.map((person) => (
          <Group key={person.userId} justify="space-between">
            <Anchor component={Link} to={profileHref(person.userId)} fw={600}>
              {person.username}
            </Anchor>
            <UnblockButton person={person} />
          </Group>
        ))}
    </Stack>
  );
}
