import { Box } from "@mantine/core";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { useTakesTexts } from "../../../texts/useTakesTexts";
import type { BeatTrouble } from "../../beats/useHeldBeat";

/** Says that the beat went away under an open recorder, whose takes stay. */
export function TroubleNote({ trouble }: { trouble: BeatTrouble }) {
  const { beatTrouble } = useTakesTexts();
  return (
    <Box mb="md">
      <ErrorNote message={beatTrouble[trouble]} />
    </Box>
  );
}
