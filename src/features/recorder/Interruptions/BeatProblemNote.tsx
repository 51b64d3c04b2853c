import { Box } from "@mantine/core";
import { useEffect, useRef } from "react";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { useTakesTexts } from "../../../texts/useTakesTexts";
import type { BeatProblem } from "../../beats/useHeldBeat";
import classes from "./BeatProblemNote.module.css";

/**
 * Says that the beat is no longer available while its recorder is open, and that the takes stay.
 * Scrolls into view.
 */
export function BeatProblemNote({ problem }: { problem: BeatProblem }) {
  const { beatProblem } = useTakesTexts();
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // In braces, because some browsers return a promise here, which React would take for a clean-up
    // function.
    note.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <Box ref={note} mb="md" className={classes.note}>
      <ErrorNote message={beatProblem[problem]} />
    </Box>
  );
}
