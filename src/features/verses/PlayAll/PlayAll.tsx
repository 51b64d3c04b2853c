import { Button } from "@mantine/core";
import type { VerseSummary } from "../../../../convex/shared/validators";
import { appPlayer } from "../../../audio/player/appPlayer";
import { playChain } from "../../../audio/player/chain/playChain";
import { Icon } from "../../../components/Icon/Icon";
import { showToast } from "../../../lib/showToast";
import { useTexts } from "../../../texts/TextsProvider";
import { useAnswerTexts } from "../../../texts/useAnswerTexts";
import { verseTrack } from "../../player/tracks";

/**
 * Plays verses one after the other, in this order. Renders nothing for a single verse, which has
 * its own button.
 */
export function PlayAll({ verses }: { verses: readonly VerseSummary[] }) {
  const t = useAnswerTexts();
  const { trackTitle } = useTexts("verses");
  if (verses.length < 2) return null;

  const handlePlay = () =>
    playChain(appPlayer, {
      verses: verses.map((verse) => ({
        track: verseTrack(
          verse,
          trackTitle(verse.rapper.username, verse.beat.title),
        ),
        section: verse.section,
      })),
      onSkipped: ({ title }) => showToast(t.skipped(title)),
    });

  return (
    <Button
      variant="default"
      leftSection={<Icon name="play" />}
      onClick={handlePlay}
    >
      {t.playAll}
    </Button>
  );
}
