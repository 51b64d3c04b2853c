import type { VerseSummary as Verse } from "../../../../convex/shared/validators";
import { TrackListContext } from "../../../audio/player/trackList";
import { useCan } from "../../../hooks/useCan";
import type { LoadPage } from "../../../hooks/useLaterPages";
import { useTexts } from "../../../texts/TextsProvider";
import { CardStack } from "../../../components/CardStack/CardStack";
import { useFreshIds } from "../../../components/ContentCard/useFreshIds";
import { verseTrack } from "../../player/tracks";
import { useWaveform } from "../../player/useWaveform";
import { useMyVotes } from "../../votes/useMyVotes";
import { useVoteHandler } from "../../votes/useVoteHandler";
import { BlockedNote } from "../../safety/BlockedNote/BlockedNote";
import { useAnswerable } from "../useAnswerable";
import { chainOrder } from "../chainOrder";
import { useShownOf } from "../useShownVerses";
import { useDeleteVerse } from "../useDeleteVerse";
import { VerseCard } from "../VerseCard/VerseCard";

interface VerseListProps {
  verses: readonly Verse[];
  /** Lists the verses as chains, with answers below the verses that they answer. */
  isChain?: boolean;
  /** Loads the next page of verses, where they play one after the other. */
  loadPage?: LoadPage<Verse>;
}

/** Deeper answers are not indented further. */
const MOST_DEPTH = 2;

export function VerseList(props: VerseListProps) {
  const { verses, isChain = false, loadPage } = props;
  const { trackTitle } = useTexts("verses");
  const shownOf = useShownOf();
  const shown = shownOf(verses);
  const ids = shown.map((verse) => verse.id);
  const voted = useMyVotes("verse", ids);
  const answerable = useAnswerable(ids);
  const fresh = useFreshIds(ids);
  const tracksOf = (some: readonly Verse[]) =>
    some.map((verse) =>
      verseTrack(verse, trackTitle(verse.rapper.username, verse.beat.title)),
    );
  const list = loadPage && {
    tracks: tracksOf(shown),
    loadPage: async (number: number) => {
      const found = await loadPage(number);
      return found && tracksOf(shownOf(found));
    },
  };
  return (
    <TrackListContext value={list ?? null}>
      <CardStack
        items={
          isChain
            ? chainOrder(shown)
            : shown.map((verse) => ({ verse, depth: 0 }))
        }
        card={({ verse, depth }) => (
          <VerseItem
            key={verse.id}
            verse={verse}
            depth={Math.min(depth, MOST_DEPTH)}
            isVoted={voted.has(verse.id)}
            isFresh={fresh.has(verse.id)}
            canAnswer={answerable.has(verse.id)}
          />
        )}
      >
        <BlockedNote count={verses.length - shown.length} />
      </CardStack>
    </TrackListContext>
  );
}

interface VerseItemProps {
  verse: Verse;
  isVoted: boolean;
  isFresh: boolean;
  canAnswer: boolean;
  depth: number;
}

function VerseItem(props: VerseItemProps) {
  const { verse } = props;
  const can = useCan();
  const peaks = useWaveform("verse", verse.id);
  const deleteVerse = useDeleteVerse();
  const target = {
    ownerId: verse.rapper.userId,
    beatProducerId: verse.beat.producer.userId,
  };
  const onVote = useVoteHandler("verse", verse.id, target);
  const canDelete = can("verse:remove", target);
  return (
    <VerseCard
      {...props}
      peaks={peaks}
      onVote={onVote}
      onDelete={canDelete ? () => deleteVerse(verse.id) : undefined}
    />
  );
}
