import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Switch.layer.css";
import { Stack, Switch, Text } from "@mantine/core";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import type { CypherPage, OwnCypher } from "../../../../convex/shared/cyphers";
import { useErrorTexts } from "../../../hooks/useErrorTexts";
import { useCypherTexts } from "../../../texts/useCypherTexts";
import { HolderKeys } from "../HolderKeys";
import { MicKey } from "../MicKey";
import { useAct } from "../useAct";
import { WatchKey } from "../WatchKey";

interface MicPanelProps {
  cypher: CypherPage;
  /** Null for viewers who cannot write. */
  own: OwnCypher | null;
  isHolder: boolean;
  isRecording: boolean;
  onRecord: () => void;
}

/**
 * The buttons of a viewer who can take, use or wait for the mic, or the reason why they cannot take
 * it.
 */
export function MicPanel(props: MicPanelProps) {
  const { cypher, own, isHolder } = props;
  const t = useCypherTexts();
  if (isHolder)
    return (
      <section aria-label={t.yourTurn}>
        <Stack gap="sm">
          <HolderKeys {...props} passLabel={t.putDown} />
        </Stack>
      </section>
    );
  if (own === null || !cypher.isOpen) return null;
  return cypher.mic === null ? (
    <TakeKey {...props} own={own} />
  ) : (
    <WaitKey {...props} own={own} />
  );
}

interface OwnProps {
  cypher: CypherPage;
  own: OwnCypher;
}

function TakeKey({ cypher: { id: cypherId }, own }: OwnProps) {
  const t = useCypherTexts();
  const { byCode } = useErrorTexts();
  const take = useMutation(api.cyphers.take);
  const { isBusy, act } = useAct();
  if (own.reason !== null) return <Text role="note">{byCode[own.reason]}</Text>;
  if (!own.mayTake) return null;
  return (
    <MicKey isBusy={isBusy} onPress={() => void act(() => take({ cypherId }))}>
      {t.take}
    </MicKey>
  );
}

function WaitKey({ cypher: { id: cypherId }, own }: OwnProps) {
  const t = useCypherTexts();
  const watch = useMutation(api.cyphers.watch);
  const { isBusy, act } = useAct();
  const { isWaiting, isMailed, mayWait } = own;
  const [isMailWanted, setMailWanted] = useState(isMailed);
  if (!mayWait) return null;
  const handleMail = (isMailed: boolean) => {
    if (isBusy) return;
    setMailWanted(isMailed);
    if (isWaiting) void act(() => watch({ cypherId, isWaiting, isMailed }));
  };
  return (
    <Stack gap="xs">
      <WatchKey
        {...{ isWaiting, isBusy }}
        texts={{ will: t.willTell, start: t.tellMe, stop: t.tellMeNot }}
        onPress={() =>
          void act(() =>
            watch({
              cypherId,
              isWaiting: !isWaiting,
              isMailed: isMailWanted,
            }),
          )
        }
      />
      <Switch
        size="md"
        label={t.byMail}
        aria-busy={isBusy}
        checked={isWaiting ? isMailed : isMailWanted}
        onChange={(event) => handleMail(event.currentTarget.checked)}
      />
    </Stack>
  );
}
