import { Button, Stack, Text } from "@mantine/core";
import { useMutation } from "convex/react";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { api } from "../../../../convex/_generated/api";
import {
  CYPHER_BARS,
  DEFAULT_CYPHER_BARS,
} from "../../../../convex/shared/cyphers";
import type { BeatSummary } from "../../../../convex/shared/validators";
import { ChoiceField } from "../../../components/ChoiceField/ChoiceField";
import { Dialog } from "../../../components/Dialog/Dialog";
import { cypherHref } from "../../../routing/paths";
import { useCypherTexts } from "../../../texts/useCypherTexts";
import { useAct } from "../useAct";

interface StartCypherProps {
  beatId: BeatSummary["id"];
  onClose: () => void;
}

/** Asks how long the verses are, and starts a cypher. */
export function StartCypher({ beatId, onClose }: StartCypherProps) {
  const t = useCypherTexts();
  const open = useMutation(api.cyphers.open);
  const navigate = useNavigate();
  const { isBusy, act } = useAct();
  const [bars, setBars] = useState(DEFAULT_CYPHER_BARS);
  const start = async () => {
    const cypherId = await open({ beatId, bars });
    await navigate(cypherHref(cypherId));
  };
  return (
    <Dialog opened title={t.start} onClose={onClose}>
      <Stack gap="md">
        <Text>{t.startText}</Text>
        <ChoiceField
          label={t.bars}
          choices={CYPHER_BARS.map((count) => ({
            value: `${count}`,
            label: t.barsOption(count),
          }))}
          value={`${bars}`}
          onChange={({ currentTarget: { value } }) =>
            setBars(
              CYPHER_BARS.find((count) => `${count}` === value) ??
                DEFAULT_CYPHER_BARS,
            )
          }
        />
        <Button disabled={isBusy} onClick={() => void act(start)}>
          {t.start}
        </Button>
      </Stack>
    </Dialog>
  );
}
