import { Stack, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router-dom";
import { useLiveQuery } from "../../../hooks/useLiveQuery";
import { api } from "../../../../convex/_generated/api";
import type { BeatSummary } from "../../../../convex/shared/validators";
import { CardSpace } from "../../../components/CardStack/CardSpace";
import { Empty } from "../../../components/Empty/Empty";
import { LoadFailed } from "../../../components/ErrorNote/LoadFailed";
import { onDemand } from "../../../components/OnDemand/onDemand";
import { useIsPainted } from "../../../hooks/useIsPainted";
import { useTexts } from "../../../texts/TextsProvider";
import { ContentCardSkeletons } from "../../../components/ContentCardSkeletons/ContentCardSkeletons";
import { HiddenVerses } from "../HiddenVerses/HiddenVerses";
import { VerseList } from "../VerseList/VerseList";

const BeatChain = onDemand(
  async () => (await import("../BeatChain/BeatChain")).BeatChain,
  { isQuiet: true, fallback: <div style={{ height: "4.25rem" }} /> },
);

interface BeatVersesProps {
  beat: BeatSummary;
  /** The line about cyphers, shown below the heading. */
  cypher: ReactNode;
}

/** All verses on a beat, with a heading that shows their number and the limit. */
export function BeatVerses({ beat, cypher }: BeatVersesProps) {
  const t = useTexts("beats");
  const result = useLiveQuery({
    query: api.verses.listByBeat,
    args: { beatId: beat.id },
  });
  const isPainted = useIsPainted();
  const [params] = useSearchParams();
  const isChain = params.get("order") === "chain";
  if (!isPainted) return <CardSpace count={Math.min(beat.verseCount, 3)} />;
  return (
    <Stack gap="md" component="section" aria-label={t.verses}>
      <Title order={2}>
        {t.versesCount(beat.verseCount, beat.versesLimit)}
      </Title>
      {cypher}
      {result.status === "pending" && (
        <ContentCardSkeletons count={Math.min(beat.verseCount, 3)} />
      )}
      {result.status === "error" && <LoadFailed message={t.versesFailed} />}
      {result.status === "success" &&
        (result.data.length === 0 ? (
          <Empty title={t.noVerses} hint={t.noVersesHint} />
        ) : (
          <>
            {result.data.length > 1 && (
              <BeatChain verses={result.data} isChain={isChain} />
            )}
            <VerseList verses={result.data} isChain={isChain} />
            <HiddenVerses verses={result.data} />
          </>
        ))}
    </Stack>
  );
}
