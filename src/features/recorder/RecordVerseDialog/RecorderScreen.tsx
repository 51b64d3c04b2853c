import type { BeatSummary } from "../../../../convex/shared/validators";
import type { TakeState } from "../../../audio/studio/takeState";
import { useWaveform } from "../../player/useWaveform";
import { Prompter } from "../../words/Prompter/Prompter";
import { RecorderWords } from "../../words/RecorderWords/RecorderWords";
import type { BeatProblem } from "../../beats/useHeldBeat";
import { AnsweringNote } from "../Answering/AnsweringNote";
import { TurnNote } from "../Answering/TurnNote";
import type { RecorderTurn } from "../recorderTurn";
import { DialogBody } from "../DialogBody/DialogBody";
import { AbsenceNote } from "../Interruptions/AbsenceNote";
import { BeatProblemNote } from "../Interruptions/BeatProblemNote";
import type { Absence } from "../Interruptions/useAbsence";
import { Takes } from "../TakeList/Takes";
import { TakePunch } from "../TakePunch/TakePunch";
import type { RecordVerseSession } from "./useRecordVerse";

const isBusy = (state: TakeState) =>
  state.phase === "recording" ||
  state.phase === "uploading" ||
  (state.phase === "idle" && state.isOpening);

interface RecorderScreenProps {
  session: RecordVerseSession;
  beat: BeatSummary;
  problem: BeatProblem | null;
  userId: string;
  absence: Absence | null;
  turn: RecorderTurn | undefined;
  onRecord: () => void;
  onUpload: () => void;
}

/** The body of the dialog, with the list of takes, the words and the punch-in. */
export function RecorderScreen(props: RecorderScreenProps) {
  const { session, beat, problem, userId, absence, turn } = props;
  const { studio, beatUrl, state, words, showTake, removeTake } = session;
  const shown = session.answered;
  const { recorder, shelf } = studio;
  const peaks = useWaveform("beat", beat.id);
  return (
    <DialogBody
      recorder={recorder}
      delayCheck={studio.delayCheck}
      state={state}
      beat={{ ...beat, peaks }}
      // The limit does not apply in a turn: a place is kept for the person who has the mic.
      isLimitReached={!turn && beat.verseCount >= beat.versesLimit}
      hasFixedBars={turn !== undefined}
      takes={
        <Takes
          state={state}
          shelf={shelf}
          onShow={(takeId) => void showTake(takeId)}
          onRemove={removeTake}
        />
      }
      notice={
        <>
          {turn && <TurnNote turn={turn} />}
          {shown && (
            <AnsweringNote
              recorder={recorder}
              rapper={shown.rapper}
              onDrop={turn ? undefined : session.dropAnswer}
              hasLead={!turn && state.phase === "idle"}
              isBusy={isBusy(state)}
            />
          )}
          {absence !== null && <AbsenceNote absence={absence} />}
          {problem !== null && <BeatProblemNote problem={problem} />}
        </>
      }
      onDiscard={removeTake}
      onRecord={props.onRecord}
      words={{
        ready: <RecorderWords userId={userId} beatId={beat.id} />,
        recording: words && <Prompter recorder={recorder} words={words} />,
      }}
      punch={(take, onStopPlayback) => (
        <TakePunch
          parts={studio.punch}
          shelf={shelf}
          punched={{ take, userId, beatUrl, beat }}
          onStopPlayback={onStopPlayback}
          onShow={showTake}
          onRemove={removeTake}
        />
      )}
      onUpload={props.onUpload}
    />
  );
}
