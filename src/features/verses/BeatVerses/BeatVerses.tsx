import { Stack, Title } from "@mantine/core";
import { useLiveQuery } from "../../../hooks/useLiveQuery";
import { api } from "../../../../convex/_generated/api";
import type { BeatSummary } from "../../../../convex/shared/validators";
import { CardSpace } from "../../../components/CardStack/CardSpace";
import { Empty } from "../../../components/Empty/Empty";
import { LoadFailed } from "../../../components/ErrorNote/LoadFailed";
import { useIsPainted } from "../../../hooks/useIsPainted";
import { useTexts } from "../../../texts/TextsProvider";
import { ContentCardSkeletons } from "../../../components/ContentCardSkeletons/ContentCardSkeletons";
import { HiddenVerses } from "../HiddenVerses/HiddenVerses";
import { VerseList } from "../VerseList/VerseList";

/** All verses on a beat, headed by their number and the limit. */
export function BeatVerses({ beat }: { beat: BeatSummary }) {
  const t = useTexts("beats");
  const result = useLiveQuery({
    query: api.verses.listByBeat,
    args: { beatId: beat.id },
  });
  const isPainted = useIsPainted();
  if (!isPainted) return <CardSpace count={Math.min(beat.verseCount, 3)} />;
  return (
    <Stack gap="md" component="section" aria-label={t.verses}>
      <Title order={2}>
        {t.versesCount(beat.verseCount, beat.versesLimit)}
      </Title>
      {result.status === "pending" && (
        <ContentCardSkeletons count={Math.min(beat.verseCount, 3)} />
      )}
      {result.status === "error" && <LoadFailed message={t.versesFailed} />}
      {result.status === "success" &&
        (result.data.length === 0 ? (
          <Empty title={t.noVerses} hint={t.noVersesHint} />
        ) : (
          <>
            <VerseList verses={result.data} />
            <HiddenVerses verses={result.data} />
          </>
        ))}
    </Stack>
  );
}
