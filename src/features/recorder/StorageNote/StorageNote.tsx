import { Text } from "@mantine/core";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { useTakesTexts } from "../../../texts/useTakesTexts";
import { storageText } from "./storageText";
import { useStorageReport } from "./useStorageReport";

/**
 * Says before a take what this device will not keep. Shows nothing until that is known, which can
 * take seconds: put it where it moves nothing that is pressed.
 */
export function StorageNote() {
  const t = useTakesTexts();
  const report = useStorageReport();
  const said = report && storageText(t, report);
  if (!said) return null;
  return said.isWarning ? (
    <ErrorNote message={said.text} />
  ) : (
    <Text size="sm" c="dimmed">
      {said.text}
    </Text>
  );
}
