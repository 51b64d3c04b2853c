import { Button, Group, Text } from "@mantine/core";
import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import type { CypherPage } from "../../../convex/shared/cyphers";
import { useErrorTexts } from "../../hooks/useErrorTexts";
import { useCypherTexts } from "../../texts/useCypherTexts";
import { MicKey } from "./MicKey";
import { useAct } from "./useAct";

interface HolderKeysProps {
  cypher: CypherPage;
  isRecording: boolean;
  passLabel: string;
  onRecord: () => void;
}

/** The buttons of the person who has the mic. */
export function HolderKeys(props: HolderKeysProps) {
  const { cypher, isRecording, passLabel, onRecord } = props;
  const t = useCypherTexts();
  const { byCode } = useErrorTexts();
  const pass = useMutation(api.cyphers.pass);
  const { isBusy, act } = useAct();
  const turn = { cypherId: cypher.id, turnNo: cypher.turnNo };
  const isBroken = cypher.beat.fileUrl === null;
  return (
    <>
      {isBroken && <Text role="note">{byCode.BEAT_FILE_MISSING}</Text>}
      <MicKey isBusy={isRecording} isDisabled={isBroken} onPress={onRecord}>
        {t.record}
      </MicKey>
      <Group justify="flex-end">
        <Button
          variant="default"
          aria-busy={isBusy}
          onClick={() => void act(() => pass(turn))}
        >
          {passLabel}
        </Button>
      </Group>
    </>
  );
}
