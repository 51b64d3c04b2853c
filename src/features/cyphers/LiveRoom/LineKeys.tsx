import { Button, Stack, Text } from "@mantine/core";
import { useMutation } from "convex/react";
import { api } from "../../../../convex/_generated/api";
import type { CypherPage, OwnCypher } from "../../../../convex/shared/cyphers";
import { Icon } from "../../../components/Icon/Icon";
import { useTexts } from "../../../texts/TextsProvider";
import { useRoomTexts } from "../../../texts/useRoomTexts";
import { useAct } from "../useAct";

interface LineKeysProps {
  cypher: CypherPage;
  own: OwnCypher;
}

/** Getting in line and out of it, and being reminded of an announced cypher. */
export function LineKeys({ cypher, own }: LineKeysProps) {
  const t = useRoomTexts();
  const { byCode } = useTexts("errors");
  const setLine = useMutation(api.cyphers.setLine);
  const { isBusy, act } = useAct();
  const { id: cypherId, startsAt } = cypher;
  const { isInLine, mayJoin, reason } = own;
  const press = (isIn: boolean) =>
    void act(() => setLine({ cypherId, isInLine: isIn }));
  return (
    <Stack gap="sm">
      {reason !== null && !isInLine && (
        <Text role="note">{byCode[reason]}</Text>
      )}
      {isInLine && (
        <Button
          variant="default"
          size="lg"
          fullWidth
          disabled={isBusy}
          onClick={() => press(false)}
        >
          {t.leave}
        </Button>
      )}
      {!isInLine && mayJoin && (
        <Button
          size="xl"
          fullWidth
          color="sindoor"
          leftSection={<Icon name="mic" />}
          disabled={isBusy}
          onClick={() => press(true)}
        >
          {t.join}
        </Button>
      )}
      {startsAt !== null && own.mayWait && !isInLine && (
        <RemindKey cypherId={cypherId} isWaiting={own.isWaiting} />
      )}
    </Stack>
  );
}

interface RemindKeyProps {
  cypherId: CypherPage["id"];
  isWaiting: boolean;
}

function RemindKey({ cypherId, isWaiting }: RemindKeyProps) {
  const t = useRoomTexts();
  const watch = useMutation(api.cyphers.watch);
  const { isBusy, act } = useAct();
  return (
    <Stack gap="xs">
      {isWaiting && <Text role="note">{t.willRemind}</Text>}
      <Button
        variant="default"
        size="lg"
        fullWidth
        disabled={isBusy}
        onClick={() =>
          void act(() => watch({ cypherId, isWaiting: !isWaiting }))
        }
      >
        {isWaiting ? t.remindNot : t.remind}
      </Button>
    </Stack>
  );
}
