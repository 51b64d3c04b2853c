import { Button, Text } from "@mantine/core";
import { useMemo, useState, useSyncExternalStore } from "react";
import { levelsOfBars } from "../../../audio/takeBars/barLevels";
import { type MarkedBars, pressBar } from "../../../audio/takeBars/markedBars";
import type { PunchedTake } from "../../../audio/studio/punch/punchParts";
import type { PunchSession } from "../../../audio/studio/punch/punchSession";
import type { PunchState } from "../../../audio/studio/punch/punchState";
import { Icon } from "../../../components/Icon/Icon";
import { usePunchTexts } from "../../../texts/usePunchTexts";
import { useRecorderTexts } from "../../../texts/useRecorderTexts";
import { MarkPanel } from "./MarkPanel";
import { PunchProblemNote } from "./PunchProblemNote";
import { PunchRecording } from "./PunchRecording";
import classes from "./PunchRoom.module.css";

interface PunchBodyProps {
  session: PunchSession;
  state: PunchState;
  take: PunchedTake["take"];
}

/** The bars of a take and, below them within reach of the thumb, the record button. */
export function PunchBody({ session, state, take }: PunchBodyProps) {
  const [marked, setMarked] = useState<MarkedBars | null>(null);
  const bars = useSyncExternalStore(session.subscribe, session.getBars);
  const { timingMs } = session.mix;
  const levels = useMemo(
    () => levelsOfBars(take.stem, bars, timingMs),
    [take, bars, timingMs],
  );
  const shown = { bars, levels };
  return (
    <div className={classes.body}>
      <div className={classes.panel}>
        {state.phase === "recording" && marked ? (
          <PunchRecording
            {...shown}
            session={session}
            state={state}
            marked={marked}
            words={take.credit?.words}
          />
        ) : (
          <MarkPanel
            {...shown}
            isLoading={state.phase === "preparing"}
            marked={marked}
            onPress={(bar) =>
              state.phase === "choosing" && setMarked(pressBar(marked, bar))
            }
          />
        )}
      </div>
      <div className={classes.deck}>
        {state.phase === "choosing" && state.problem !== null && (
          <PunchProblemNote session={session} problem={state.problem} />
        )}
        <Waiting state={state} />
        <Key session={session} state={state} marked={marked} />
      </div>
    </div>
  );
}

function Waiting({ state: { phase } }: Pick<PunchBodyProps, "state">) {
  const t = usePunchTexts();
  const { opening } = useRecorderTexts();
  if (phase === "opening") return <Text role="status">{opening}</Text>;
  return phase === "joining" && <Text role="status">{t.joining}</Text>;
}

interface KeyProps extends Pick<PunchBodyProps, "session" | "state"> {
  marked: MarkedBars | null;
}

function Key({ session, state, marked }: KeyProps) {
  const t = usePunchTexts();
  if (state.phase === "recording") {
    return (
      <Button
        size="xl"
        fullWidth
        variant="default"
        leftSection={<Icon name="stop" />}
        onClick={() => void session.stop()}
      >
        {t.stop}
      </Button>
    );
  }
  return (
    <Button
      size="xl"
      fullWidth
      px="xs"
      color="sindoor"
      leftSection={<Icon name="mic" />}
      disabled={state.phase !== "choosing" || marked === null}
      onClick={() => marked && void session.record(marked)}
    >
      {marked ? t.record(marked.firstBar, marked.lastBar) : t.recordNone}
    </Button>
  );
}
