import { Group } from "@mantine/core";
import type { BeatSummary } from "../../../../convex/shared/validators";
import { useCan } from "../../../hooks/useCan";
import { SetBars } from "../../bars/SetBars/SetBars";
import { TermsChoice } from "../BeatTerms/TermsChoice";
import { DeleteBeatButton } from "../DeleteBeatButton/DeleteBeatButton";
import { VersesLimit } from "../VersesLimit/VersesLimit";

/** Controls that only the producer of a beat sees. Other viewers never load their code. */
export function OwnBeat({ beat }: { beat: BeatSummary }) {
  const can = useCan();
  return (
    <>
      <TermsChoice beat={beat} />
      <SetBars beat={beat} />
      <Group justify="space-between" align="flex-end">
        <VersesLimit beat={beat} />
        {can("beat:remove", { ownerId: beat.producer.userId }) && (
          <DeleteBeatButton beat={beat} />
        )}
      </Group>
    </>
  );
}
