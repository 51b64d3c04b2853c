import { Stack } from "@mantine/core";
import type { BeatCard as Beat } from "../../../../convex/shared/validators";
import { useFreshIds } from "../../player/SoundCard/useFreshIds";
import { useWaveform } from "../../player/useWaveform";
import { useMyVotes } from "../../votes/useMyVotes";
import { useVoteHandler } from "../../votes/useVoteHandler";
import { BeatCard } from "../BeatCard/BeatCard";

export function BeatList({ beats }: { beats: readonly Beat[] }) {
  const ids = beats.map((beat) => beat.id);
  const voted = useMyVotes("beat", ids);
  const fresh = useFreshIds(ids);
  return (
    <Stack gap="lg">
      {beats.map((beat) => (
        <BeatItem
          key={beat.id}
          beat={beat}
          isVoted={voted.has(beat.id)}
          isFresh={fresh.has(beat.id)}
        />
      ))}
    </Stack>
  );
}

interface BeatItemProps {
  beat: Beat;
  isVoted: boolean;
  isFresh: boolean;
}

function BeatItem({ beat, isVoted, isFresh }: BeatItemProps) {
  const peaks = useWaveform("beat", beat.id);
  const onVote = useVoteHandler("beat", beat.id);
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
