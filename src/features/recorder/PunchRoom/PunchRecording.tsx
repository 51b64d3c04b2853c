import { Stack, Text } from "@mantine/core";
import { useSyncExternalStore } from "react";
import type { TakeWords } from "../../../../convex/shared/wordPlan";
import type { MarkedBars } from "../../../audio/takeBars/markedBars";
import type { TakeBar } from "../../../audio/takeBars/takeBars";
import type { PunchSession } from "../../../audio/studio/punch/punchSession";
import type { PunchState } from "../../../audio/studio/punch/punchState";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { usePunchTexts } from "../../../texts/usePunchTexts";
import { useTakesTexts } from "../../../texts/useTakesTexts";
import { Prompter } from "../../words/Prompter/Prompter";
import { BarProgress } from "../BarCells/BarProgress";
import { useMeter } from "../../../hooks/useMeter";
import { VoiceMeter } from "../VoiceMeter/VoiceMeter";
import classes from "./PunchRoom.module.css";

interface PunchRecordingProps {
  session: PunchSession;
  state: Extract<PunchState, { phase: "recording" }>;
  bars: readonly TakeBar[];
  levels: readonly (readonly number[])[];
  marked: MarkedBars;
  words: TakeWords | undefined;
}

/** Shown from the lead-in to the last marked bar. */
export function PunchRecording(props: PunchRecordingProps) {
  const { session, state, bars, levels, marked, words } = props;
  const t = usePunchTexts();
  const { silent } = useTakesTexts();
  const isSilent = useSyncExternalStore(session.subscribe, session.getIsSilent);
  const isIn = state.count === null;
  return (
    <Stack gap="lg" className={classes.recording}>
      <div className={classes.place} data-in={isIn || undefined}>
        <span className={classes.figure} aria-hidden="true">
          {isIn ? t.bar(state.bar) : state.count}
        </span>
        <Text role="status">
          {isIn ? t.recording(marked.firstBar, marked.lastBar) : t.leadIn}
        </Text>
      </div>
      <Level session={session} />
      {isSilent && <ErrorNote message={silent.note} />}
      <BarProgress
        bars={bars}
        levels={levels}
        marked={marked}
        current={isIn ? state.bar : null}
      />
      {words && <Prompter recorder={session} words={words} />}
    </Stack>
  );
}

function Level({ session }: Pick<PunchRecordingProps, "session">) {
  const { voiceLevel, isClipping } = useMeter(session);
  return (
    <div>
      <VoiceMeter level={voiceLevel} isClipping={isClipping} />
    </div>
  );
}
