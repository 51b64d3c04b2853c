import { Group } from "@mantine/core";
import { useInViewport } from "@mantine/hooks";
import { useState } from "react";
import { useAddressParams } from "../../../hooks/useAddressParams";
import type { VerseSummary } from "../../../../convex/shared/validators";
import { onDemand } from "../../../components/OnDemand/onDemand";
import { ListChoice } from "../../../components/ListChoice/ListChoice";
import { useAnswerTexts } from "../../../texts/useAnswerTexts";
import { chainOrder } from "../chainOrder";
import { useShownVerses } from "../useShownVerses";

const PlayAll = onDemand(
  async () => (await import("../PlayAll/PlayAll")).PlayAll,
  { isQuiet: true },
);

const ORDER = "order";

interface BeatChainProps {
  /** Newest first. */
  verses: readonly VerseSummary[];
  isChain: boolean;
}

/**
 * The order of the verses on a beat, and the button that plays them all in this order. Its code
 * loads when the row comes into sight, which on a phone is below the first screen.
 */
export function BeatChain({ verses, isChain }: BeatChainProps) {
  const t = useAnswerTexts();
  const [, changeParams] = useAddressParams();
  const shown = useShownVerses(verses);
  const { ref, inViewport } = useInViewport();
  const [wasSeen, setWasSeen] = useState(false);
  if (inViewport && !wasSeen) setWasSeen(true);
  const ordered = isChain ? chainOrder(shown).map(({ verse }) => verse) : shown;

  const handleOrder = (order: string) =>
    changeParams(
      (present) => {
        if (order === "chain") present.set(ORDER, order);
        else present.delete(ORDER);
        return present;
      },
      { replace: true, preventScrollReset: true },
    );

  return (
    <Group ref={ref} align="flex-end" justify="space-between" data-screen-only>
      <ListChoice
        label={t.order}
        value={isChain ? "chain" : ""}
        none={t.newest}
        choices={[{ value: "chain", label: t.inOrder }]}
        onChange={handleOrder}
      />
      {wasSeen && <PlayAll verses={ordered} />}
    </Group>
  );
}
