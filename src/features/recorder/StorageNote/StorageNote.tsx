import { Text } from "@mantine/core";
import { hasStoredTakes } from "../../../audio/store/takeDatabase";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { useIsFound } from "../../../hooks/useIsFound";
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
  if (report.problem === "full") return <ShortNote text={said.text} />;
  if (said.isWarning) return <ErrorNote message={said.text} />;
  return (
    <Text size="sm" c="dimmed">
      {said.text}
    </Text>
  );
}

/** A device that is short of space, and where one makes room on it. */
function ShortNote({ text }: { text: string }) {
  const { makeRoom } = useTakesTexts().storage;
  const hasTakes = useIsFound(hasStoredTakes);
  return <ErrorNote message={hasTakes ? `${text} ${makeRoom}` : text} />;
}
