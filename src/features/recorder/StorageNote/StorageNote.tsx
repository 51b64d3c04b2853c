import { Text } from "@mantine/core";
import { hasStoredTakes } from "../../../audio/store/takeDatabase";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { useIsFound } from "../../../hooks/useIsFound";
import { useTakesTexts } from "../../../texts/useTakesTexts";
import { storageText } from "./storageText";
import { useStorageReport } from "./useStorageReport";

/**
 * Says before a take if this device cannot keep it. Shows nothing until that is known, which can
 * take seconds: put it where it does not move buttons.
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

/** Says that the device is short of space, and where to make room on it. */
function ShortNote({ text }: { text: string }) {
  const { makeRoom } = useTakesTexts().storage;
  const hasTakes = useIsFound(hasStoredTakes);
  return <ErrorNote message={hasTakes ? `${text} ${makeRoom}` : text} />;
}
