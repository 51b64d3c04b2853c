import type { PunchSession } from "../../../audio/studio/punch/punchSession";
import type { PunchProblem } from "../../../audio/studio/punch/punchState";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { usePunchTexts } from "../../../texts/usePunchTexts";
import { useRecorderTexts } from "../../../texts/useRecorderTexts";

interface PunchProblemNoteProps {
  session: PunchSession;
  problem: PunchProblem;
}

/** Says why nothing has changed, and offers another try if that may help. */
export function PunchProblemNote({ session, problem }: PunchProblemNoteProps) {
  const { problems } = usePunchTexts();
  const { problems: general } = useRecorderTexts();
  switch (problem) {
    case "beat":
    case "offline":
      return (
        <ErrorNote
          message={general[problem]}
          onRetry={() => void session.prepare()}
        />
      );
    case "join":
      return (
        <ErrorNote
          message={problems.join}
          onRetry={() => void session.join()}
        />
      );
    case "microphone":
    case "recorder":
      return <ErrorNote message={general[problem]} />;
    case "nothing":
    case "voice":
      return <ErrorNote message={problems[problem]} />;
  }
}
