import { Stack } from "@mantine/core";
import { useParams } from "react-router-dom";
import type { BeatSummary } from "../../convex/shared/validators";
import { LoadFailed } from "../components/ErrorNote/LoadFailed";
import { BeatDetails } from "../features/beats/BeatDetails/BeatDetails";
import { BeatMissing } from "../features/beats/BeatMissing/BeatMissing";
import { HiddenBeat } from "../features/beats/HiddenBeat/HiddenBeat";
import { useBeat } from "../features/beats/useBeat";
import { type BeatProblem, useHeldBeat } from "../features/beats/useHeldBeat";
import { ShownLimit } from "../features/beats/VersesLimit/ShownLimit";
import { ContentCardSkeletons } from "../components/ContentCardSkeletons/ContentCardSkeletons";
import { onDemand } from "../components/OnDemand/onDemand";
import { CypherSlot } from "../features/cyphers/CypherLine/CypherSlot";
import { TakesSlot } from "../features/recorder/UnsentTakes/TakesSlot";
import { RecordVerse } from "../features/recorder/RecordVerse/RecordVerse";
import { BeatVerses } from "../features/verses/BeatVerses/BeatVerses";
import { WordsEntry } from "../features/words/WordsEntry/WordsEntry";
import { useHidden } from "../hooks/useHidden";
import { useViewer } from "../hooks/useViewer";
import { useTexts } from "../texts/TextsProvider";
import classes from "./BeatPage.module.css";

const KeptWords = onDemand(
  async () =>
    (await import("../features/words/WordsEntry/KeptWords")).KeptWords,
  { isQuiet: true },
);

const OwnBeat = onDemand(
  async () => (await import("../features/beats/OwnBeat/OwnBeat")).OwnBeat,
  { fallback: <div style={{ height: "15rem" }} /> },
);

export { prewarmBeat as prewarm } from "../features/beats/prewarmBeat";

export default function BeatPage() {
  const t = useTexts("beats");
  const { beatId = "" } = useParams();
  const hidden = useHidden();
  const result = useBeat(beatId);
  const shown = useHeldBeat(result, beatId, hidden);
  if (shown !== null) return <LoadedBeat key={shown.beat.id} {...shown} />;
  if (result.status === "pending") return <ContentCardSkeletons count={3} />;
  if (result.status === "error") return <LoadFailed message={t.loadFailed} />;
  if (result.data === null) {
    return (
      <Stack gap="lg">
        <BeatMissing />
        <UnsentTakesWithoutBeat beatId={beatId} />
      </Stack>
    );
  }
  return (
    <Stack gap="lg">
      <HiddenBeat beat={result.data} />
      <UnsentTakesWithoutBeat beatId={beatId} />
    </Stack>
  );
}

/** Takes for a deleted or hidden beat. They can be saved as files, but not sent. */
function UnsentTakesWithoutBeat({ beatId }: { beatId: string }) {
  return (
    <>
      <TakesSlot beatId={beatId} visit={0} />
      <KeptWords beatId={beatId} />
    </>
  );
}

interface LoadedBeatProps {
  beat: BeatSummary;
  problem: BeatProblem | null;
}

function LoadedBeat({ beat, problem }: LoadedBeatProps) {
  const viewer = useViewer();
  return (
    <Stack gap="xl" className={classes.page}>
      <BeatDetails beat={beat} />
      <div className={classes.acts}>
        <Stack gap="md">
          <RecordVerse beat={beat} problem={problem} />
          <WordsEntry beatId={beat.id} />
        </Stack>
        <Stack gap="md">
          {viewer?.userId === beat.producer.userId ? (
            <OwnBeat beat={beat} />
          ) : (
            <ShownLimit beat={beat} />
          )}
        </Stack>
      </div>
      <BeatVerses beat={beat} cypher={<CypherSlot beat={beat} />} />
    </Stack>
  );
}
