import { Stack } from "@mantine/core";
import type { BeatCard as Beat } from "../../../../convex/shared/validators";
import { useMyVotes } from "../../votes/useMyVotes";
import { BeatCard } from "../BeatCard/BeatCard";

export function BeatList({ beats }: { beats: readonly Beat[] }) {
  const voted = useMyVotes(
    "beat",
    beats.map((beat) => beat.id),
  );
  return (
    <Stack gap="lg">
      {beats.map((beat) => (
        <BeatCard key={beat.id} beat={beat} isVoted={voted.has(beat.id)} />
      ))}
    </Stack>
  );
}
