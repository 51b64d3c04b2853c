import { Button, Group, Progress, Stack, Text } from "@mantine/core";
import { useEffect, useId, useState } from "react";
import type { DelayCheck, DelayCheckState } from "../../../audio/delayCheck";
import { BURSTS } from "../../../audio/measureDelay";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { useTexts } from "../../../texts/TextsProvider";
import { delayProblemText, delayText, movedText } from "../delayText";
import { useDelayCheck } from "../useRecorder";
import classes from "./DelayPanel.module.css";

interface DelayPanelProps {
  delayCheck: DelayCheck;
  hasHeadphones: boolean;
  isDisabled: boolean;
}

/** By how much the take will be put right, and the way to measure it. */
export function DelayPanel(props: DelayPanelProps) {
  const { delayCheck, hasHeadphones, isDisabled } = props;
  const { delay: t } = useTexts("recorder");
  const state = useDelayCheck(delayCheck);
  const titleId = useId();
  const [isOpen, setIsOpen] = useState(false);
  useCurrentDelay(delayCheck, hasHeadphones);

  const isMeasuring = state.phase === "measuring";
  const handleMeasure = async () => {
    await delayCheck.measure(hasHeadphones);
    if (delayCheck.getState().phase === "measured") setIsOpen(false);
  };
  const handleCancel = () => {
    delayCheck.cancel();
    setIsOpen(false);
  };

  return (
    <section className={classes.panel} aria-labelledby={titleId}>
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <div>
            <Text id={titleId} fw={600}>
              {t.title}
            </Text>
            {state.delay && <Text>{delayText(t, state.delay)}</Text>}
          </div>
          {!isOpen && (
            <Button
              variant="default"
              disabled={isDisabled}
              onClick={() => setIsOpen(true)}
            >
              {state.delay?.source === "measured" ? t.measureAgain : t.measure}
            </Button>
          )}
        </Group>
        {isOpen && (
          <>
            <Text>{hasHeadphones ? t.howHeadphones : t.howSpeakers}</Text>
            <Group grow gap="sm">
              <Button variant="default" px="xs" onClick={handleCancel}>
                {t.cancel}
              </Button>
              <Button
                px="xs"
                disabled={isMeasuring || isDisabled}
                onClick={() => void handleMeasure()}
              >
                {t.play}
              </Button>
            </Group>
          </>
        )}
        <Outcome state={state} hasHeadphones={hasHeadphones} />
        {!isOpen && (
          <Known delayCheck={delayCheck} hasHeadphones={hasHeadphones} />
        )}
      </Stack>
    </section>
  );
}

interface OutcomeProps {
  state: DelayCheckState;
  hasHeadphones: boolean;
}

function Outcome({ state, hasHeadphones }: OutcomeProps) {
  const { delay: t, problems } = useTexts("recorder");
  switch (state.phase) {
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

/** What was learned about these devices, each with the way to forget it. */
function Known(props: Omit<DelayPanelProps, "isDisabled">) {
  const { delayCheck, hasHeadphones } = props;
  const { delay: t } = useTexts("recorder");
  const { delay } = useDelayCheck(delayCheck);
  if (!delay) return null;
  return (
    <>
      {delay.source === "reported" ? (
        <Text size="sm" c="dimmed">
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

/** Looked up anew when something is plugged in or pulled out. */
function useCurrentDelay(delayCheck: DelayCheck, hasHeadphones: boolean) {
  useEffect(() => {
    const refresh = () => void delayCheck.refresh(hasHeadphones);
    refresh();
    // Absent on pages that are not secure, where nothing can be recorded either.
    const devices: MediaDevices | undefined = navigator.mediaDevices;
    devices?.addEventListener("devicechange", refresh);
    return () => devices?.removeEventListener("devicechange", refresh);
  }, [delayCheck, hasHeadphones]);
}
