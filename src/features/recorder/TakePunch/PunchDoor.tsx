import { Button, Group, Text } from "@mantine/core";
import type { MarkedBars } from "../../../audio/takeBars/markedBars";
import type { TakeVersion } from "../../../audio/store/takeStore";
import { Icon } from "../../../components/Icon/Icon";
import { usePunchTexts } from "../../../texts/usePunchTexts";

interface PunchDoorProps {
  /** Whether the voice of the take was recorded separately. */
  hasVoice: boolean;
  /** The version details if there is an earlier version to go back to. */
  version: TakeVersion | undefined;
  /** Bars that were recorded by a page that closed before they were joined. */
  waiting: MarkedBars | null;
  onOpen: () => void;
  onJoin: () => void;
  onUndo: () => void;
}

/**
 * The button that opens the dialog for recording bars again, an undo button for a take with new
 * bars, and a line about bars that are not joined yet.
 */
export function PunchDoor(props: PunchDoorProps) {
  const { hasVoice, version, waiting, onOpen, onJoin, onUndo } = props;
  const t = usePunchTexts();
  return (
    <>
      {version && (
        <Line
          text={t.isNew(version.firstBar, version.lastBar)}
          act={t.undo}
          onAct={onUndo}
        />
      )}
      {hasVoice && waiting && (
        <Line
          text={t.waiting(waiting.firstBar, waiting.lastBar)}
          act={t.join}
          onAct={onJoin}
        />
      )}
      {hasVoice ? (
        <Button
          variant="subtle"
          px="xs"
          leftSection={<Icon name="mic" />}
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

interface LineProps {
  text: string;
  act: string;
  onAct: () => void;
}

/** A line that says what has happened to the take, with a button. */
function Line({ text, act, onAct }: LineProps) {
  return (
    <Group justify="space-between" gap="xs" wrap="nowrap">
      <Text role="status">{text}</Text>
      <Button variant="default" px="md" flex="none" onClick={onAct}>
        {act}
      </Button>
    </Group>
  );
}
