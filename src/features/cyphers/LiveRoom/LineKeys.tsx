import { Button, Stack, Text } from "@mantine/core";
import { useMutation } from "convex/react";
import { api } from "../../../../convex/_generated/api";
import type { CypherPage, OwnCypher } from "../../../../convex/shared/cyphers";
import { Icon } from "../../../components/Icon/Icon";
import { useErrorTexts } from "../../../hooks/useErrorTexts";
import { useRoomTexts } from "../../../texts/useRoomTexts";
import { useAct } from "../useAct";
import { WatchKey } from "../WatchKey";

const MIC = <Icon name="mic" />;

interface LineKeysProps {
  cypher: CypherPage;
  own: OwnCypher;
}

/** Buttons to join and leave the line, and to ask for a reminder of an announced cypher. */
export function LineKeys({ cypher, own }: LineKeysProps) {
  const t = useRoomTexts();
  const { byCode } = useErrorTexts();
  const setLine = useMutation(api.cyphers.setLine);
  const { isBusy, act } = useAct();
  const { id: cypherId, startsAt } = cypher;
  const { isInLine, mayJoin, reason } = own;
  return (
    <Stack gap="sm">
      {reason !== null && !isInLine && (
        <Text role="note">{byCode[reason]}</Text>
      )}
      {(isInLine || mayJoin) && (
        <Button
          {...(isInLine
            ? { variant: "default", size: "lg" }
            : { color: "sindoor", size: "xl", leftSection: MIC })}
          fullWidth
          aria-busy={isBusy}
          onClick={() =>
            void act(() => setLine({ cypherId, isInLine: !isInLine }))
          }
        >
          {isInLine ? t.leave : t.join}
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
    <WatchKey
      {...{ isWaiting, isBusy }}
      texts={{ will: t.willRemind, start: t.remind, stop: t.remindNot }}
      onPress={() => void act(() => watch({ cypherId, isWaiting: !isWaiting }))}
    />
  );
}
