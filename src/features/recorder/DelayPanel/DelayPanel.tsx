import { Button, Group, Progress, Stack, Text } from "@mantine/core";
import { useEffect, useId, useState } from "react";
import type {
  DelayCheck,
  DelayCheckState,
} from "../../../audio/studio/delayCheck";
import type { DelayInUse } from "../../../audio/delay/delayInUse";
import { BURSTS } from "../../../audio/delay/measureDelay";
import { hasAudioWorklet } from "../../../audio/signal/recordingSupport";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { useRecorderTexts } from "../../../texts/useRecorderTexts";
import { delayProblemText, delayText, movedText } from "../delayText";
import { useDelayCheck } from "../useStudio";
import classes from "./DelayPanel.module.css";

/** Fills the space of the delay's text until the delay is known. */
const UNKNOWN: DelayInUse = {
  ...{ pair: null, source: "reported", seconds: null, correctionMs: 0 },
};

interface DelayPanelProps {
  delayCheck: DelayCheck;
  hasHeadphones: boolean;
  isDisabled: boolean;
}

/** Shows the delay for which the next take will be corrected, and lets the user measure it. */
export function DelayPanel(props: DelayPanelProps) {
  const { delayCheck, hasHeadphones, isDisabled } = props;
  const { delay: t } = useRecorderTexts();
  const state = useDelayCheck(delayCheck);
  const titleId = useId();
  const [isOpen, setIsOpen] = useState(false);
  useCurrentDelay(delayCheck, hasHeadphones);

  const canMeasure = hasAudioWorklet();
  const isMeasuring = state.status === "measuring";
  const handleMeasure = async () => {
    await delayCheck.measure(hasHeadphones);
    if (delayCheck.getState().status === "measured") setIsOpen(false);
  };
  const handleCancel = () => {
    delayCheck.cancel();
    setIsOpen(false);
  };

  return (
    <section className={classes.panel} aria-labelledby={titleId}>
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <Text id={titleId} fw={600}>
            {t.title}
          </Text>
          {!isOpen && canMeasure && (
            <Button
              variant="default"
              disabled={isDisabled}
              onClick={() => setIsOpen(true)}
            >
              {state.delay?.source === "measured" ? t.measureAgain : t.measure}
            </Button>
          )}
        </Group>
        {/* Takes its space before the delay is known: the dialog is centred, so a line that appeared
            late would move the button under a finger. */}
        <Text data-late={!state.delay || undefined}>
          {delayText(t, state.delay ?? UNKNOWN)}
        </Text>
        {!canMeasure && (
          <Text size="sm" c="dimmed">
            {t.noWorklet}
          </Text>
        )}
        {isOpen && (
          <Measure
            hasHeadphones={hasHeadphones}
            isDisabled={isMeasuring || isDisabled}
            onStart={() => void handleMeasure()}
            onCancel={handleCancel}
          />
        )}
        <Outcome state={state} hasHeadphones={hasHeadphones} />
        {!isOpen && canMeasure && (
          <Known delayCheck={delayCheck} hasHeadphones={hasHeadphones} />
        )}
      </Stack>
    </section>
  );
}

interface MeasureProps {
  hasHeadphones: boolean;
  isDisabled: boolean;
  onStart: () => void;
  onCancel: () => void;
}

/** Says how to measure, with the buttons to start and to cancel. */
function Measure(props: MeasureProps) {
  const { hasHeadphones, isDisabled, onStart, onCancel } = props;
  const { delay: t } = useRecorderTexts();
  return (
    <>
      <Text>{hasHeadphones ? t.howHeadphones : t.howSpeakers}</Text>
      <Group grow preventGrowOverflow={false} gap="sm">
        <Button variant="default" px="xs" onClick={onCancel}>
          {t.cancel}
        </Button>
        <Button px="xs" disabled={isDisabled} onClick={onStart}>
          {t.play}
        </Button>
      </Group>
    </>
  );
}

interface OutcomeProps {
  state: DelayCheckState;
  hasHeadphones: boolean;
}

function Outcome({ state, hasHeadphones }: OutcomeProps) {
  const { delay: t, problems } = useRecorderTexts();
  switch (state.status) {
    case "rest":
      return null;
    case "measuring": {
      const { burst } = state;
      const text = burst === 0 ? t.getReady : t.burst(burst, BURSTS);
      return (
        <>
          <Text role="status">{text}</Text>
          <Progress value={(100 * burst) / BURSTS} aria-label={t.title} />
        </>
      );
    }
    case "measured":
      return <Text role="status">{t.done}</Text>;
    case "failed":
      return (
        <ErrorNote
          message={
            state.problem === "microphone"
              ? problems.microphone
              : delayProblemText(t, state.problem, hasHeadphones)
          }
        />
      );
  }
}

/** Shows what is known about these devices, with a button to forget each value. */
function Known(props: Omit<DelayPanelProps, "isDisabled">) {
  const { delayCheck, hasHeadphones } = props;
  const { delay: t } = useRecorderTexts();
  const known = useDelayCheck(delayCheck).delay;
  const delay = known ?? UNKNOWN;
  return (
    <>
      {delay.source === "reported" ? (
        <Text size="sm" c="dimmed" data-late={!known || undefined}>
          {t.why}
        </Text>
      ) : (
        <Forget
          label={t.forget}
          onPress={() => void delayCheck.forgetMeasured(hasHeadphones)}
        />
      )}
      {delay.correctionMs !== 0 && (
        <div>
          <Text>{movedText(t, delay.correctionMs)}</Text>
          <Forget
            label={t.forgetMoved}
            onPress={() => void delayCheck.forgetCorrection(hasHeadphones)}
          />
        </div>
      )}
    </>
  );
}

function Forget({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <Button
      variant="subtle"
      px={0}
      className={classes.forget}
      onClick={onPress}
    >
      {label}
    </Button>
  );
}

/** Looks up the delay on mount, and again when a device is plugged in or removed. */
function useCurrentDelay(delayCheck: DelayCheck, hasHeadphones: boolean) {
  useEffect(() => {
    const refresh = () => void delayCheck.refresh(hasHeadphones);
    refresh();
    // Undefined on insecure pages, whatever the type says. Recording does not work on those pages
    // either.
    const devices: MediaDevices | undefined = navigator.mediaDevices;
    devices?.addEventListener("devicechange", refresh);
    return () => devices?.removeEventListener("devicechange", refresh);
  }, [delayCheck, hasHeadphones]);
}
