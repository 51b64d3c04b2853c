import { Progress, Stack, Text, Title } from "@mantine/core";
import { useEffect, useId, useRef } from "react";
import type { DelayCheck } from "../../../audio/studio/delayCheck";
import type { Recorder } from "../../../audio/studio/recorder";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { useMicCheckTexts } from "../../../texts/useMicCheckTexts";
import { DelayPanel } from "../DelayPanel/DelayPanel";
import { HeadphonesSwitch } from "../ReadyPanel/HeadphonesSwitch";
import { useDelayCheck, useSettings } from "../useStudio";
import type { MicCheck } from "./useMicCheck";

interface CheckCardProps {
  recorder: Recorder;
  delayCheck: DelayCheck;
  check: MicCheck;
}

/** The card with headphones, level and sync. Its buttons are in `CheckKeys`. */
export function CheckCard({ recorder, delayCheck, check }: CheckCardProps) {
  const { reason, heard, isListening, isFailed, pair } = check;
  const t = useMicCheckTexts();
  const { hasHeadphones } = useSettings(recorder);
  const isMeasuring = useDelayCheck(delayCheck).status === "measuring";
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  // Opening the card removes the button that was pressed and had the focus.
  useEffect(() => title.current?.focus({ preventScroll: true }), []);

  return (
    <section aria-labelledby={titleId}>
      <Stack gap="lg">
        <div>
          <Title id={titleId} ref={title} tabIndex={-1} order={3} size="h4">
            {reason === "firstTake" ? t.firstTime : t.title}
          </Title>
          <Text>{t.hint}</Text>
        </div>
        <HeadphonesSwitch
          recorder={recorder}
          isDisabled={isListening || isMeasuring}
        />
        <Stack gap="xs">
          <Text fw={600}>{t.level}</Text>
          <Text>{t.speak}</Text>
          <Progress
            value={isListening ? 100 * (heard?.level ?? 0) : 0}
            aria-label={t.level}
          />
          {heard !== null && <Text role="status">{t[heard.verdict]}</Text>}
          {pair.isBluetooth && <Text>{t.bluetooth}</Text>}
          {isFailed && <ErrorNote message={t.failed} />}
        </Stack>
        <DelayPanel
          delayCheck={delayCheck}
          hasHeadphones={hasHeadphones}
          isDisabled={isListening}
        />
      </Stack>
    </section>
  );
}
