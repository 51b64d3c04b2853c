import { Button, Group, Text } from "@mantine/core";
import type { TakeVersion } from "../../../audio/store/takeStore";
import { Icon } from "../../../components/Icon/Icon";
import { usePunchTexts } from "../../../texts/usePunchTexts";

interface PunchDoorProps {
  /** Whether the voice of the take was recorded separately. */
  hasVoice: boolean;
  /** Set if there is an earlier version to go back to. */
  version: TakeVersion | undefined;
  onOpen: () => void;
  onUndo: () => void;
}

/** The button that opens the room, and Undo beside a take that has new bars. */
export function PunchDoor(props: PunchDoorProps) {
  const { hasVoice, version, onOpen, onUndo } = props;
  const t = usePunchTexts();
  return (
    <>
      {version && (
        <Group justify="space-between" gap="xs">
          <Text role="status">
            {t.isNew(version.firstBar, version.lastBar)}
          </Text>
          <Button variant="default" px="md" onClick={onUndo}>
            {t.undo}
          </Button>
        </Group>
      )}
      {hasVoice ? (
        <Button
          variant="subtle"
          px="xs"
          leftSection={<Icon name="pen" />}
          onClick={onOpen}
        >
          {t.door}
        </Button>
      ) : (
        <Text size="sm" c="dimmed">
          {t.noVoice}
        </Text>
      )}
    </>
  );
}
