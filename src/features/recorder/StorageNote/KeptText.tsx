import { Text } from "@mantine/core";
import type { Recorder } from "../../../audio/studio/recorder";
import { useTakesTexts } from "../../../texts/useTakesTexts";
import { useRecorderTexts } from "../../../texts/useRecorderTexts";
import { useIsKept } from "../useStudio";
import { useStorageReport } from "./useStorageReport";

/** Says how long this device keeps the finished take. */
export function KeptText({ recorder }: { recorder: Recorder }) {
  const { kept, notKept } = useRecorderTexts();
  const { keptPrivate } = useTakesTexts().storage;
  const isPrivate = useStorageReport()?.isPrivate === true;
  const keptText = isPrivate ? keptPrivate : kept;
  return (
    <Text size="sm" c="dimmed">
      {useIsKept(recorder) ? keptText : notKept}
    </Text>
  );
}
