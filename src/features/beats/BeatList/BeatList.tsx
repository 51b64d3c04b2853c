import { Stack } from "@mantine/core";
import type { BeatCard as Beat } from "../../../../convex/shared/validators";
import { useWaveform } from "../../player/useWaveform";
import { useMyVotes } from "../../votes/useMyVotes";
import { useVoteHandler } from "../../votes/useVoteHandler";
import { BeatCard } from "../BeatCard/BeatCard";

export function BeatList({ beats }: { beats: readonly Beat[] }) {
  const voted = useMyVotes(
    "beat",
    beats.map((beat) => beat.id),
  );
  return (
    <Stack gap="lg">
      {beats.map((beat) => (
        <BeatItem key={beat.id} beat={beat} isVoted={voted.has(beat.id)} />
      ))}
    </Stack>
  );
}

function BeatItem({ beat, isVoted }: { beat: Beat; isVoted: boolean }) {
  const peaks = useWaveform("beat", beat.id);
  const onVote = useVoteHandler("beat", beat.id);
  return (
    <BeatCard beat={beat} peaks={peaks} isVoted={isVoted} onVote={onVote} />
  );
}
