import { Stack } from "@mantine/core";
import type { VerseCard as Verse } from "../../../../convex/shared/validators";
import { useCan } from "../../../hooks/useCan";
import { useFreshIds } from "../../player/SoundCard/useFreshIds";
import { useWaveform } from "../../player/useWaveform";
import { useMyVotes } from "../../votes/useMyVotes";
import { useVoteHandler } from "../../votes/useVoteHandler";
import { useDeleteVerse } from "../useDeleteVerse";
import { VerseCard } from "../VerseCard/VerseCard";

export function VerseList({ verses }: { verses: readonly Verse[] }) {
  const ids = verses.map((verse) => verse.id);
  const voted = useMyVotes("verse", ids);
  const fresh = useFreshIds(ids);
  return (
    <Stack gap="lg">
      {verses.map((verse) => (
        <VerseItem
          key={verse.id}
          verse={verse}
          isVoted={voted.has(verse.id)}
          isFresh={fresh.has(verse.id)}
        />
      ))}
    </Stack>
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
  const onVote = useVoteHandler("verse", verse.id);
  const deleteVerse = useDeleteVerse();
  const canDelete = can("verse:remove", {
    ownerId: verse.rapper.userId,
    beatProducerId: verse.beat.producer.userId,
  });
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
