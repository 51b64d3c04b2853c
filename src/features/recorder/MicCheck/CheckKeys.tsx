import { Button, Group } from "@mantine/core";
import type { DelayCheck } from "../../../audio/studio/delayCheck";
import { useMicCheckTexts } from "../../../texts/useMicCheckTexts";
import { useRecorderTexts } from "../../../texts/useRecorderTexts";
import { useDelayCheck } from "../useStudio";
import type { MicCheck } from "./useMicCheck";

interface CheckKeysProps {
  check: MicCheck;
  delayCheck: DelayCheck;
  isLimitReached: boolean;
  /** Closes the card and records. */
  onRecord: () => void;
}

/** The buttons under the card: first to listen or to skip listening, then to record. */
export function CheckKeys(props: CheckKeysProps) {
  const { check, delayCheck, isLimitReached, onRecord } = props;
  const { isListening, heard } = check;
  const t = useMicCheckTexts();
  const { start } = useRecorderTexts();
  const isMeasuring = useDelayCheck(delayCheck).status === "measuring";
  const cannotRecord = isMeasuring || isLimitReached;
  const isFirst = check.reason === "firstTake";
  const listen = () => void check.listen();

  if (isFirst && heard !== null && !isListening)
    return (
      <Group grow preventGrowOverflow={false} gap="sm">
        <Key label={t.again} isDisabled={isMeasuring} onPress={listen} />
        <Key
          isMain
          label={start}
          isDisabled={cannotRecord}
          onPress={onRecord}
        />
      </Group>
    );
  return (
    <Group grow preventGrowOverflow={false} gap="sm">
      {isFirst ? (
        <Key label={t.skip} isDisabled={cannotRecord} onPress={onRecord} />
      ) : (
        <Key label={t.done} isDisabled={isMeasuring} onPress={check.close} />
      )}
      <Key
        isMain
        label={isListening ? t.cancel : t.open}
        isDisabled={isMeasuring}
        onPress={isListening ? check.stop : listen}
      />
    </Group>
  );
}

interface KeyProps {
  isMain?: boolean;
  label: string;
  isDisabled: boolean;
  onPress: () => void;
}

function Key({ isMain = false, label, isDisabled, onPress }: KeyProps) {
  return (
    <Button
      size="lg"
      px="xs"
      variant={isMain ? "filled" : "default"}
      disabled={isDisabled}
      onClick={onPress}
    >
      {label}
    </Button>
  );
}
