import type { VerseSummary as Verse } from "../../../../convex/shared/validators";
import { useCan } from "../../../hooks/useCan";
import { useHidden } from "../../../hooks/useHidden";
import { useViewer } from "../../../hooks/useViewer";
import { CardStack } from "../../../components/CardStack/CardStack";
import { useFreshIds } from "../../../components/ContentCard/useFreshIds";
import { useWaveform } from "../../player/useWaveform";
import { useMyVotes } from "../../votes/useMyVotes";
import { useVoteHandler } from "../../votes/useVoteHandler";
import { BlockedNote } from "../../safety/BlockedNote/BlockedNote";
import { isVerseHidden } from "../../safety/hiding";
import { useDeleteVerse } from "../useDeleteVerse";
import { VerseCard } from "../VerseCard/VerseCard";

export function VerseList({ verses }: { verses: readonly Verse[] }) {
  const hidden = useHidden();
  const viewerId = useViewer()?.userId;
  const shown = verses.filter(
    (verse) => !isVerseHidden(verse, hidden, viewerId),
  );
  const ids = shown.map((verse) => verse.id);
  const voted = useMyVotes("verse", ids);
  const fresh = useFreshIds(ids);
  return (
    <CardStack
      items={shown}
      card={(verse) => (
        <VerseItem
          key={verse.id}
          verse={verse}
          isVoted={voted.has(verse.id)}
          isFresh={fresh.has(verse.id)}
        />
      )}
    >
      <BlockedNote count={verses.length - shown.length} />
    </CardStack>
  );
}

interface VerseItemProps {
  verse: Verse;
  isVoted: boolean;
  isFresh: boolean;
}

function VerseItem({ verse, isVoted, isFresh }: VerseItemProps) {
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
      verse={verse}
      peaks={peaks}
      isVoted={isVoted}
      isFresh={isFresh}
      onVote={onVote}
      onDelete={canDelete ? () => deleteVerse(verse.id) : undefined}
    />
  );
}
