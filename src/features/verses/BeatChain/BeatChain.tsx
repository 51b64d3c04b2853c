import { Group } from "@mantine/core";
import { useAddressParams } from "../../../hooks/useAddressParams";
import type { VerseSummary } from "../../../../convex/shared/validators";
import { ListChoice } from "../../../components/ListChoice/ListChoice";
import { useAnswerTexts } from "../../../texts/useAnswerTexts";
import { chainOrder } from "../chainOrder";
import { PlayAll } from "../PlayAll/PlayAll";
import { useShownVerses } from "../useShownVerses";

const ORDER = "order";

interface BeatChainProps {
  /** Newest first. */
  verses: readonly VerseSummary[];
  isChain: boolean;
}

/** The order of the verses on a beat, and the button that plays them all in this order. */
export function BeatChain({ verses, isChain }: BeatChainProps) {
  const t = useAnswerTexts();
  const [, changeParams] = useAddressParams();
  const shown = useShownVerses(verses);
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
    <Group align="flex-end" justify="space-between" data-screen-only>
      <ListChoice
        label={t.order}
        value={isChain ? "chain" : ""}
        none={t.newest}
        choices={[{ value: "chain", label: t.inOrder }]}
        onChange={handleOrder}
      />
      <PlayAll verses={ordered} />
    </Group>
  );
}
