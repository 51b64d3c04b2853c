import { useEffect } from "react";
import type { BeatSummary } from "../../../../convex/shared/validators";
import { withCode } from "../../../components/OnDemand/onDemand";
import { Code } from "../../../lib/code";
import { whenIdle } from "../../../lib/whenIdle";
import type { BeatProblem } from "../../beats/useHeldBeat";
import type { RecorderTurn } from "../../recorder/recorderTurn";

const code = new Code(
  async () =>
    (await import("../../recorder/RecordVerseDialog/RecordVerseDialog"))
      .RecordVerseDialog,
);
const RecordVerseDialog = withCode(code);

/** Preloads the recorder while the viewer has the mic. */
export function useRecorderAhead(isHolder: boolean): void {
  useEffect(
    () => (isHolder ? whenIdle(() => code.load()) : undefined),
    [isHolder],
  );
}

interface TurnRecorderProps {
  beat: BeatSummary;
  userId: string;
  rapper: string;
  turn: RecorderTurn;
  problem: BeatProblem | null;
  onClose: () => void;
}

/** Opens the recorder for the turn that was under way when it opened. */
export function TurnRecorder(props: TurnRecorderProps) {
  return <RecordVerseDialog {...props} unsentTake={null} answerId={null} />;
}
