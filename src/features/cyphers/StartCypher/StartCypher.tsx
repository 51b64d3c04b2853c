import { Button, Stack, Text } from "@mantine/core";
import { useMutation } from "convex/react";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { api } from "../../../../convex/_generated/api";
import {
  CYPHER_BARS,
  type CypherBars,
  DEFAULT_CYPHER_BARS,
  type Pace,
} from "../../../../convex/shared/cyphers";
import type { BeatSummary } from "../../../../convex/shared/validators";
import { ChoiceField } from "../../../components/ChoiceField/ChoiceField";
import { Dialog } from "../../../components/Dialog/Dialog";
import { RadioField } from "../../../components/RadioField/RadioField";
import { cypherHref } from "../../../routing/paths";
import { useCypherTexts } from "../../../texts/useCypherTexts";
import { useAct } from "../useAct";
import { StartChoice } from "./StartChoice";

interface StartCypherProps {
  beatId: BeatSummary["id"];
  onClose: () => void;
}

const LIVE_BARS: CypherBars = 8;

/** Starts a cypher after asking for its pace, the length of its verses and its start. */
export function StartCypher({ beatId, onClose }: StartCypherProps) {
  const t = useCypherTexts();
  const open = useMutation(api.cyphers.open);
  const navigate = useNavigate();
  const { isBusy, act } = useAct();
  const [pace, setPace] = useState<Pace>("slow");
  const [chosenBars, setBars] = useState<CypherBars | null>(null);
  const [startsAt, setStartsAt] = useState<number | null>(null);
  const isLive = pace === "live";
  const bars = chosenBars ?? (isLive ? LIVE_BARS : DEFAULT_CYPHER_BARS);
  const start = async () => {
    const cypherId = await open({
      ...{ beatId, bars, pace },
      ...(isLive && startsAt !== null && { startsAt }),
    });
    await navigate(cypherHref(cypherId));
  };
  return (
    <Dialog opened title={t.start} onClose={onClose}>
      <Stack gap="md">
        <Text>{t.startText}</Text>
        <RadioField<Pace>
          label={t.pace}
          choices={[
            { value: "slow", label: t.slow },
            { value: "live", label: t.live },
          ]}
          value={pace}
          onChange={setPace}
        />
        <ChoiceField
          label={t.bars}
          choices={CYPHER_BARS.map((count) => ({
            value: `${count}`,
            label: t.barsOption(count),
          }))}
          value={`${bars}`}
          onChange={({ currentTarget: { value } }) =>
            setBars(CYPHER_BARS.find((count) => `${count}` === value) ?? null)
          }
        />
        {isLive && <StartChoice startsAt={startsAt} onChange={setStartsAt} />}
        <Button disabled={isBusy} onClick={() => void act(start)}>
          {t.start}
        </Button>
      </Stack>
    </Dialog>
  );
}
