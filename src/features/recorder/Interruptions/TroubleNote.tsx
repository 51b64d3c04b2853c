import { Box } from "@mantine/core";
import { useEffect, useRef } from "react";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { useTakesTexts } from "../../../texts/useTakesTexts";
import type { BeatTrouble } from "../../beats/useHeldBeat";
import classes from "./TroubleNote.module.css";

/** Says that the beat went away under an open recorder, whose takes stay. Scrolls to what it says. */
export function TroubleNote({ trouble }: { trouble: BeatTrouble }) {
  const { beatTrouble } = useTakesTexts();
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A statement, because some browsers return a promise, which is no way to clean up.
    note.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <Box ref={note} mb="md" className={classes.note}>
      <ErrorNote message={beatTrouble[trouble]} />
    </Box>
  );
}
