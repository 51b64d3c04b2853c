import type { BeatSummary as Beat } from "../../../../convex/shared/validators";
import { useHidden } from "../../../hooks/useHidden";
import { CardStack } from "../../../components/CardStack/CardStack";
import { useFreshIds } from "../../../components/ContentCard/useFreshIds";
import { useWaveform } from "../../player/useWaveform";
import { useMyVotes } from "../../votes/useMyVotes";
import { useVoteHandler } from "../../votes/useVoteHandler";
import { BlockedNote } from "../../safety/BlockedNote/BlockedNote";
import { isBeatHidden } from "../../safety/hiding";
import { BeatCard } from "../BeatCard/BeatCard";

export function BeatList({ beats }: { beats: readonly Beat[] }) {
  const hidden = useHidden();
  const shown = beats.filter((beat) => !isBeatHidden(beat, hidden));
  const ids = shown.map((beat) => beat.id);
  const voted = useMyVotes("beat", ids);
  const fresh = useFreshIds(ids);
  return (
    <CardStack
      items={shown}
      card={(beat) => (
        <BeatItem
          key={beat.id}
          beat={beat}
          isVoted={voted.has(beat.id)}
          isFresh={fresh.has(beat.id)}
        />
      )}
    >
      <BlockedNote count={beats.length - shown.length} />
    </CardStack>
  );
}

interface BeatItemProps {
  beat: Beat;
  isVoted: boolean;
  isFresh: boolean;
}

function BeatItem({ beat, isVoted, isFresh }: BeatItemProps) {
  const peaks = useWaveform("beat", beat.id);
  const onVote = useVoteHandler("beat", beat.id, {
    ownerId: beat.producer.userId,
  });
  return (
    <BeatCard
      beat={beat}
      peaks={peaks}
      isVoted={isVoted}
      isFresh={isFresh}
      onVote={onVote}
    />
  );
}
