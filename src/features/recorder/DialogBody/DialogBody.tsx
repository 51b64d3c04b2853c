import { Button, Group, Progress, Stack, Text } from "@mantine/core";
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from "react";
import type { Terms } from "../../../../convex/shared/terms";
import type { DelayCheck } from "../../../audio/studio/delayCheck";
import type { TakeProblem } from "../../../audio/capture/takeProblem";
import type { Recorder } from "../../../audio/studio/recorder";
import type { TakeState } from "../../../audio/studio/takeState";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { useConnection } from "../../../hooks/useConnection";
import { useFailureText } from "../../../hooks/useFailureText";
import { failureCode } from "../../../lib/failureText";
import { useErrorTexts } from "../../../hooks/useErrorTexts";
import { useOutboxTexts } from "../../../texts/useOutboxTexts";
import { useRecorderTexts } from "../../../texts/useRecorderTexts";
import { SilenceNote } from "../Interruptions/SilenceNote";
import { CheckCard } from "../MicCheck/CheckCard";
import { CheckKeys } from "../MicCheck/CheckKeys";
import { type MicCheck, useMicCheck } from "../MicCheck/useMicCheck";
import { LiveWaveform, type TakeBeat } from "../LiveWaveform/LiveWaveform";
import { ReadyPanel } from "../ReadyPanel/ReadyPanel";
import { RecordingPanel } from "../RecordingPanel/RecordingPanel";
import { RecordKey } from "../RecordKey/RecordKey";
import { MixProgress } from "../MixProgress/MixProgress";
import { microphonePlace } from "../microphonePlace";
import { saveTake } from "../saveTake";
import { StorageNote } from "../StorageNote/StorageNote";
import { type PunchSlot, TakePanel } from "../TakePanel/TakePanel";
import { useCount } from "../useStudio";
import classes from "./DialogBody.module.css";

interface DialogBodyProps {
  recorder: Recorder;
  delayCheck: DelayCheck;
  state: TakeState;
  beat: TakeBeat & { readonly terms: Terms };
  isLimitReached: boolean;
  /** True if the bars of the take cannot be chosen. */
  hasFixedBars?: boolean;
  /** Shown below the panel while no take runs. */
  takes?: ReactNode;
  /** The lyrics before and during a take. */
  words?: { readonly ready: ReactNode; readonly recording: ReactNode };
  /** Shown in the panel of a finished take. */
  punch?: PunchSlot;
  /** Shown above the panel. */
  notice?: ReactNode;
  onDiscard: (takeId: string) => Promise<void>;
  onRecord: () => void;
  onUpload: () => void;
}

/**
 * The recorder's dialog: one panel for each phase. The beat, problems and buttons stay at the
 * bottom, within reach of the thumb, and the panel scrolls behind them.
 */
export function DialogBody(props: DialogBodyProps) {
  const { recorder, state, beat, words, isLimitReached } = props;
  const t = useRecorderTexts();
  const { byCode } = useErrorTexts();
  const problem = "problem" in state ? state.problem : null;
  const isToldByServer =
    problem?.kind === "upload" &&
    failureCode(problem.error) === "VERSE_LIMIT_REACHED";
  const isIdle = state.phase === "idle";
  const check = useMicCheck(recorder, isIdle);
  const isChecking = isIdle && check.reason !== null;
  const showsBeat = (isIdle && !isChecking) || state.phase === "recording";
  const body = useRef<HTMLDivElement>(null);
  useEachPhaseFromTop(body, isChecking ? "checking" : state.phase);
  return (
    <div
      ref={body}
      className={classes.body}
      data-shows-beat={showsBeat || undefined}
    >
      <div className={classes.panel}>
        {props.notice}
        <Panel {...props} check={check} />
        {!isChecking && props.takes}
      </div>
      {showsBeat && (
        <div className={classes.words}>
          {isIdle ? words?.ready : words?.recording}
        </div>
      )}
      <div className={classes.deck}>
        {isIdle && !isChecking && <StorageNote />}
        {showsBeat && (
          <LiveWaveform
            recorder={recorder}
            beat={beat}
            isRecording={state.phase === "recording"}
            isOpening={state.phase === "idle" && state.isOpening}
          />
        )}
        {showsBeat && <SilenceNote recorder={recorder} />}
        {isLimitReached && !isToldByServer && (
          <ErrorNote message={byCode.VERSE_LIMIT_REACHED} />
        )}
        {problem !== null && (
          <ProblemNote
            problem={problem}
            isKept={"isKept" in state && state.isKept}
            onUpload={props.onUpload}
          />
        )}
        {problem?.kind === "take" && (
          <Button variant="default" onClick={() => saveTake(problem.recording)}>
            {t.saveRaw}
          </Button>
        )}
        <div className={classes.keys}>
          <Keys {...props} check={check} />
        </div>
      </div>
    </div>
  );
}

/** All phases share one scroller, which goes back to the top when the phase changes. */
function useEachPhaseFromTop(
  body: RefObject<HTMLElement | null>,
  phase: TakeState["phase"] | "checking",
) {
  useLayoutEffect(() => {
    body.current?.closest('[role="dialog"]')?.scrollTo(0, 0);
  }, [body, phase]);
}

interface ProblemNoteProps {
  problem: TakeProblem;
  isKept: boolean;
  onUpload: () => void;
}

function ProblemNote({ problem, isKept, onUpload }: ProblemNoteProps) {
  const { problems, allowMicrophone } = useRecorderTexts();
  const failureText = useFailureText();
  if (problem.kind === "connection") {
    const { connection, connectionNotKept } = problems;
    const message = isKept ? connection : connectionNotKept;
    return <ErrorNote message={message} onRetry={onUpload} />;
  }
  if (problem.kind === "microphone") {
    const step = allowMicrophone[microphonePlace(navigator.userAgent)];
    return (
      <>
        <ErrorNote message={problems.microphone} />
        <Text size="sm">{step}</Text>
      </>
    );
  }
  return (
    <ErrorNote
      message={
        problem.kind === "upload"
          ? failureText(problem.error, problems.upload)
          : problems[problem.kind]
      }
    />
  );
}

type CheckedProps = DialogBodyProps & { readonly check: MicCheck };

function Panel(props: CheckedProps) {
  const { recorder, delayCheck, state, beat, check } = props;
  const t = useRecorderTexts();
  switch (state.phase) {
    case "idle":
      return check.reason === null ? (
        <ReadyPanel
          recorder={recorder}
          terms={beat.terms}
          beat={beat}
          isOpening={state.isOpening}
          hasFixedBars={props.hasFixedBars ?? false}
          onCheck={() => check.open("asked")}
        />
      ) : (
        <CheckCard {...{ recorder, delayCheck, check }} />
      );
    case "recording":
      return <RecordingPanel recorder={recorder} />;
    case "stopped":
      return state.take ? (
        <TakePanel
          recorder={recorder}
          take={state.take}
          punch={props.punch}
          onDiscard={props.onDiscard}
        />
      ) : (
        <Text role="status">{t.finishing}</Text>
      );
    case "uploading":
      return state.isMixing ? (
        <MixProgress percent={state.percent} />
      ) : (
        <Sending percent={state.percent} />
      );
  }
}

function Keys(props: CheckedProps) {
  const { recorder, state, check, isLimitReached, onUpload } = props;
  const t = useRecorderTexts();
  const record = () => {
    check.close();
    props.onRecord();
  };
  switch (state.phase) {
    case "idle":
      return check.reason === null ? (
        <StartKey
          recorder={recorder}
          isDisabled={state.isOpening || isLimitReached}
          onPress={() => (check.isDue ? check.open("firstTake") : record())}
        />
      ) : (
        <CheckKeys
          {...{ check, isLimitReached }}
          delayCheck={props.delayCheck}
          onRecord={record}
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
        <Group grow preventGrowOverflow={false} gap="sm">
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
          disabled={!state.isMixing && state.percent >= 100}
          // Cancel appears where Upload Verse was, so the second click of a double click is
          // ignored.
          onClick={(event) => event.detail < 2 && recorder.cancelUpload()}
        >
          {t.cancelUpload}
        </Button>
      );
  }
}

interface StartKeyProps {
  recorder: Recorder;
  isDisabled: boolean;
  onPress: () => void;
}

/** The record button, which shows the count-in. */
function StartKey({ recorder, isDisabled, onPress }: StartKeyProps) {
  const t = useRecorderTexts();
  const count = useCount(recorder);
  return (
    <RecordKey
      label={t.start}
      isRecording={false}
      isDisabled={isDisabled}
      count={count}
      onPress={onPress}
    />
  );
}

/**
 * Shows how far the upload has come for a take that the outbox could not store, or why it waits.
 */
function Sending({ percent }: { percent: number }) {
  const t = useRecorderTexts();
  const waiting = useOutboxTexts();
  const connection = useConnection();
  const progress = percent < 100 ? t.sending(percent) : t.checking;
  const text =
    connection === "connected" ? progress : waiting[connection](percent);
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
