import { Stack } from "@mantine/core";
import type { VerseCard as Verse } from "../../../../convex/shared/validators";
import { useMyVotes } from "../../votes/useMyVotes";
import { VerseCard } from "../VerseCard/VerseCard";

export function VerseList({ verses }: { verses: readonly Verse[] }) {
  const voted = useMyVotes(
    "verse",
    verses.map((verse) => verse.id),
  );
  return (
    <Stack gap="lg">
      {verses.map((verse) => (
        <VerseCard key={verse.id} verse={verse} isVoted={voted.has(verse.id)} />
      ))}
    </Stack>
  );
}
