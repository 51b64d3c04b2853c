import { Stack, Title } from "@mantine/core";
import { useQuery_experimental as useQuery } from "convex/react";
import { api } from "../../../../convex/_generated/api";
import type { BeatCard } from "../../../../convex/shared/validators";
import { Empty } from "../../../components/Empty/Empty";
import { LoadFailed } from "../../../components/ErrorNote/LoadFailed";
import { useTexts } from "../../../texts/TextsProvider";
import { SoundCardSkeletons } from "../../player/SoundCardSkeletons/SoundCardSkeletons";
import { VerseList } from "../VerseList/VerseList";

/** Every verse on one beat, and how many places are left. */
export function BeatVerses({ beat }: { beat: BeatCard }) {
  const t = useTexts("beats");
  const result = useQuery({
    query: api.verses.listByBeat,
    args: { beatId: beat.id },
  });
  return (
    <Stack gap="md" component="section" aria-label={t.verses}>
      <Title order={2}>
        {t.versesCount(beat.verseCount, beat.versesLimit)}
      </Title>
      {result.status === "pending" && (
        <SoundCardSkeletons count={Math.min(beat.verseCount, 3)} />
      )}
      {result.status === "error" && <LoadFailed message={t.versesFailed} />}
      {result.status === "success" &&
        (result.data.length === 0 ? (
          <Empty title={t.noVerses} hint={t.noVersesHint} />
        ) : (
          <VerseList verses={result.data} />
        ))}
    </Stack>
  );
}
