import { Group } from "@mantine/core";
import { useInViewport } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { useAddressParams } from "../../../hooks/useAddressParams";
import type { VerseSummary } from "../../../../convex/shared/validators";
import { withCode } from "../../../components/OnDemand/onDemand";
import { ListChoice } from "../../../components/ListChoice/ListChoice";
import { Code } from "../../../lib/code";
import { whenIdle } from "../../../lib/whenIdle";
import { useAnswerTexts } from "../../../texts/useAnswerTexts";
import { chainOrder } from "../chainOrder";
import { useShownVerses } from "../useShownVerses";

const playAll = new Code(
  async () => (await import("../PlayAll/PlayAll")).PlayAll,
);
const PlayAll = withCode(playAll, { isQuiet: true });

const ORDER = "order";

interface BeatChainProps {
  /** Newest first. */
  verses: readonly VerseSummary[];
  isChain: boolean;
}

/**
 * The order of the verses on a beat, and the button that plays them all in this order. The button's
 * code loads when the row scrolls into view, which on a phone is below the first screen, or when
 * the page is idle, because screen readers and keyboards may reach the button without scrolling.
 */
export function BeatChain({ verses, isChain }: BeatChainProps) {
  const t = useAnswerTexts();
  const [, changeParams] = useAddressParams();
  const shown = useShownVerses(verses);
  const { ref, inViewport } = useInViewport();
  const isMany = shown.length > 1;
  const [isWanted, setIsWanted] = useState(false);
  if (inViewport && !isWanted) setIsWanted(true);
  useEffect(() => {
    if (!isMany || isWanted) return undefined;
    return whenIdle(async () => {
      await playAll.load();
      setIsWanted(true);
    });
  }, [isMany, isWanted]);
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
      {isWanted && isMany && <PlayAll verses={ordered} />}
    </Group>
  );
}
