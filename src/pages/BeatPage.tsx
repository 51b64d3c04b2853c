import { Group, Stack } from "@mantine/core";
import { useParams } from "react-router-dom";
import type { BeatCard } from "../../convex/shared/validators";
import { LoadFailed } from "../components/ErrorNote/LoadFailed";
import { BeatDetails } from "../features/beats/BeatDetails/BeatDetails";
import { BeatMissing } from "../features/beats/BeatMissing/BeatMissing";
import { DeleteBeatButton } from "../features/beats/DeleteBeatButton/DeleteBeatButton";
import { useBeat } from "../features/beats/useBeat";
import { VersesLimit } from "../features/beats/VersesLimit/VersesLimit";
import { SoundCardSkeletons } from "../features/player/SoundCardSkeletons/SoundCardSkeletons";
import { OrphanTakes } from "../features/recorder/OrphanTakes/OrphanTakes";
import { RecordVerse } from "../features/recorder/RecordVerse/RecordVerse";
import { BeatVerses } from "../features/verses/BeatVerses/BeatVerses";
import { useCan } from "../hooks/useCan";
import { useTexts } from "../texts/TextsProvider";
import classes from "./BeatPage.module.css";

export { prewarmBeat } from "../features/beats/prewarmBeat";

export function BeatPage() {
  const t = useTexts("beats");
  const { beatId = "" } = useParams();
  const result = useBeat(beatId);
  if (result.status === "pending") return <SoundCardSkeletons count={3} />;
  if (result.status === "error") return <LoadFailed message={t.loadFailed} />;
  if (result.data === null) {
    return (
      <Stack gap="lg">
        <BeatMissing />
        <OrphanTakes beatId={beatId} />
      </Stack>
    );
  }
  return <LoadedBeat key={result.data.id} beat={result.data} />;
}

function LoadedBeat({ beat }: { beat: BeatCard }) {
  const can = useCan();
  return (
    <Stack gap="xl" className={classes.page}>
      <BeatDetails beat={beat} />
      <div className={classes.acts}>
        <RecordVerse beat={beat} />
        <Group justify="space-between" align="flex-end">
          <VersesLimit beat={beat} />
          {can("beat:remove", { ownerId: beat.producer.userId }) && (
            <DeleteBeatButton beat={beat} />
          )}
        </Group>
      </div>
      <BeatVerses beat={beat} />
    </Stack>
  );
}
