import { Button, Progress, Stack, Text } from "@mantine/core";
import { useEffect, useId, useRef, useState } from "react";
import {
  type Hearing,
  hearMicrophone,
} from "../../../audio/check/hearMicrophone";
import type { Recorder } from "../../../audio/studio/recorder";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { useMicCheckTexts } from "../../../texts/useMicCheckTexts";
import type { DevicePair } from "./useDevicePair";

interface MicCheckProps {
  recorder: Recorder;
  pair: DevicePair;
  isDisabled: boolean;
  onChecked: () => Promise<void>;
}

/** A button that listens to the microphone for a moment and says how the voice comes across. */
export function MicCheck(props: MicCheckProps) {
  const { recorder, pair, isDisabled, onChecked } = props;
  const t = useMicCheckTexts();
  const titleId = useId();
  const running = useRef<AbortController | null>(null);
  const [isListening, setIsListening] = useState(false);
  const [heard, setHeard] = useState<Hearing | null>(null);
  const [isFailed, setIsFailed] = useState(false);
  useEffect(() => () => running.current?.abort(), []);
  // A take needs the microphone for itself.
  useEffect(() => {
    if (isDisabled) running.current?.abort();
  }, [isDisabled]);

  const handleCheck = async () => {
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    setIsListening(true);
    setIsFailed(false);
    setHeard(null);
    try {
      const { hasHeadphones } = recorder.getSettings();
      await hearMicrophone(hasHeadphones, { signal, onHeard: setHeard });
      await onChecked();
    } catch {
      setIsFailed(true);
    }
    setIsListening(false);
  };

  return (
    <section aria-labelledby={titleId}>
      <Stack gap="xs">
        <Text id={titleId} fw={600}>
          {t.title}
        </Text>
        {isListening && <Text>{t.speak}</Text>}
        {isListening && heard !== null && (
          <Progress value={100 * heard.level} aria-label={t.level} />
        )}
        {heard !== null && <Text role="status">{t[heard.verdict]}</Text>}
        {pair.isBluetooth && <Text>{t.bluetooth}</Text>}
        {heard !== null && !isListening && <Text size="sm">{t.sync}</Text>}
        {isFailed && <ErrorNote message={t.failed} />}
        <Button
          variant="default"
          disabled={isDisabled}
          style={{ alignSelf: "flex-start" }}
          onClick={() =>
            isListening ? running.current?.abort() : void handleCheck()
          }
        >
          {isListening ? t.cancel : t.open}
        </Button>
      </Stack>
    </section>
  );
}
