import { Button, Group, Progress, Stack, Text } from "@mantine/core";
import type { DelayCheck } from "../../../audio/delayCheck";
import type { Recorder } from "../../../audio/recorder";
import type { TakeState } from "../../../audio/takeMachine";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { useTexts } from "../../../texts/TextsProvider";
import { LiveWaveform, type TakeBeat } from "../LiveWaveform/LiveWaveform";
import { ReadyPanel } from "../ReadyPanel/ReadyPanel";
import { RecordingPanel } from "../RecordingPanel/RecordingPanel";
import { RecordKey } from "../RecordKey/RecordKey";
import { takeProblemText } from "../takeProblemText";
import { TakePanel } from "../TakePanel/TakePanel";
import { useCount, useDelayCheck } from "../useRecorder";
import classes from "./DialogBody.module.css";

interface DialogBodyProps {
  recorder: Recorder;
  delayCheck: DelayCheck;
  state: TakeState;
  beat: TakeBeat;
  isLimitReached: boolean;
  hasHeadphones: boolean;
  hasCountIn: boolean;
  onHeadphones: (hasHeadphones: boolean) => void;
  onCountIn: (hasCountIn: boolean) => void;
  onRecord: () => void;
  onUpload: () => void;
}

/** One panel a phase; the keys stay at the bottom, where the thumb is. */
export function DialogBody(props: DialogBodyProps) {
  const { recorder, state, beat, isLimitReached } = props;
  const t = useTexts("recorder");
  const problem = "problem" in state ? state.problem : null;
  const isToldByServer =
    problem?.kind === "upload" && problem.message === t.limitReached;
  const showsBeat = state.phase === "idle" || state.phase === "recording";
  return (
    <div className={classes.body} data-shows-beat={showsBeat || undefined}>
      <div className={classes.panel}>
        <Panel {...props} />
      </div>
      {showsBeat && (
        <LiveWaveform
          recorder={recorder}
          beat={beat}
          isRecording={state.phase === "recording"}
          isOpening={state.phase === "idle" && state.isOpening}
        />
      )}
      {isLimitReached && !isToldByServer && (
        <ErrorNote message={t.limitReached} />
      )}
      {problem !== null && (
        <ErrorNote message={takeProblemText(t.problems, problem)} />
      )}
      <div className={classes.keys}>
        <Keys {...props} />
      </div>
    </div>
  );
}

function Panel(props: DialogBodyProps) {
  const { recorder, delayCheck, state } = props;
  const t = useTexts("recorder");
  switch (state.phase) {
    case "idle":
      return (
        <ReadyPanel
          recorder={recorder}
          delayCheck={delayCheck}
          hasHeadphones={props.hasHeadphones}
          hasCountIn={props.hasCountIn}
          isOpening={state.isOpening}
          onHeadphones={props.onHeadphones}
          onCountIn={props.onCountIn}
        />
      );
    case "recording":
      return <RecordingPanel recorder={recorder} />;
    case "stopped":
      return state.take ? (
        <TakePanel recorder={recorder} take={state.take} />
      ) : (
        <Text role="status">{t.finishing}</Text>
      );
    case "uploading":
      return state.isMixing ? (
        <Text role="status">{t.voice.mixing}</Text>
      ) : (
        <Sending percent={state.percent} />
      );
  }
}

function Keys(props: DialogBodyProps) {
  const { recorder, state, isLimitReached, onRecord, onUpload } = props;
  const t = useTexts("recorder");
  switch (state.phase) {
    case "idle":
      return (
        <StartKey
          recorder={recorder}
          delayCheck={props.delayCheck}
          isDisabled={state.isOpening || isLimitReached}
          onPress={onRecord}
        />
      );
    case "recording":
      return (
        <RecordKey
          label={t.stop}
          isRecording
          onPress={() => void recorder.stop()}
        />
      );
    case "stopped":
      return (
        <Group grow gap="sm">
          <Button
            size="lg"
            px="xs"
            variant="default"
            disabled={!state.take}
            onClick={() => void recorder.again()}
          >
            {t.again}
          </Button>
          <Button size="lg" px="xs" disabled={!state.take} onClick={onUpload}>
            {t.upload}
          </Button>
        </Group>
      );
    case "uploading":
      return (
        <Button
          size="lg"
          variant="default"
          fullWidth
          disabled={state.percent >= 100}
          // It lies where Upload Verse was: the second half of a double click is not meant for it.
          onClick={(event) => event.detail < 2 && recorder.cancelUpload()}
        >
          {t.cancelUpload}
        </Button>
      );
  }
}

interface StartKeyProps {
  recorder: Recorder;
  delayCheck: DelayCheck;
  isDisabled: boolean;
  onPress: () => void;
}

/** While the delay is measured the microphone is taken. */
function StartKey(props: StartKeyProps) {
  const { recorder, delayCheck, isDisabled, onPress } = props;
  const t = useTexts("recorder");
  const count = useCount(recorder);
  const isMeasuring = useDelayCheck(delayCheck).phase === "measuring";
  return (
    <RecordKey
      label={t.start}
      isRecording={false}
      isDisabled={isDisabled || isMeasuring}
      count={count}
      onPress={onPress}
    />
  );
}

function Sending({ percent }: { percent: number }) {
  const t = useTexts("recorder");
  const text = percent < 100 ? t.sending(percent) : t.checking;
  return (
    <Stack gap="sm">
      <Text role="status">{text}</Text>
      <Progress
        value={percent}
        animated={percent >= 100}
        size="lg"
        aria-label={text}
      />
    </Stack>
  );
}
