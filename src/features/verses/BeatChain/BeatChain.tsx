import { Button, Group } from "@mantine/core";
import { useAddressParams } from "../../../hooks/useAddressParams";
import type { VerseSummary } from "../../../../convex/shared/validators";
import { appPlayer } from "../../../audio/player/appPlayer";
import { playChain } from "../../../audio/player/chain/playChain";
import { ChoiceField } from "../../../components/ChoiceField/ChoiceField";
import { Icon } from "../../../components/Icon/Icon";
import { showToast } from "../../../lib/showToast";
import { useTexts } from "../../../texts/TextsProvider";
import { useAnswerTexts } from "../../../texts/useAnswerTexts";
import { verseTrack } from "../../player/tracks";
import { chainOrder } from "../chainOrder";
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
  const { trackTitle } = useTexts("verses");
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

  const handlePlay = () =>
    playChain(appPlayer, {
      verses: ordered.map((verse) => ({
        track: verseTrack(
          verse,
          trackTitle(verse.rapper.username, verse.beat.title),
        ),
        section: verse.section,
      })),
      onSkipped: ({ title }) => showToast(t.skipped(title)),
    });

  return (
    <Group align="flex-end" justify="space-between" data-screen-only>
      <ChoiceField
        label={t.order}
        value={isChain ? "chain" : ""}
        none={t.newest}
        choices={[{ value: "chain", label: t.inOrder }]}
        onChange={({ currentTarget: { value } }) => handleOrder(value)}
      />
      {ordered.length > 1 && (
        <Button
          variant="default"
          leftSection={<Icon name="play" />}
          onClick={handlePlay}
        >
          {t.playAll}
        </Button>
      )}
    </Group>
  );
}
