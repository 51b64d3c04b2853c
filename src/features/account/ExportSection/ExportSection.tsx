import { Progress, Text } from "@mantine/core";
import { api } from "../../../../convex/_generated/api";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { LoadFailed } from "../../../components/ErrorNote/LoadFailed";
import { Loading } from "../../../components/Loading/Loading";
import { useLiveQuery } from "../../../hooks/useLiveQuery";
import { useExportTexts } from "../../../texts/useExportTexts";
import { AccountSection } from "../AccountSection/AccountSection";
import { DownloadExport } from "./DownloadExport";
import { PrepareExport } from "./PrepareExport";

/** Prepares one ZIP of everything the viewer has, and offers it. */
export function ExportSection() {
  const t = useExportTexts();
  return (
    <AccountSection title={t.title} hint={t.intro}>
      <ExportState />
    </AccountSection>
  );
}

function ExportState() {
  const t = useExportTexts();
  const result = useLiveQuery({ query: api.exports.mine, args: {} });
  if (result.status === "pending") return <Loading />;
  if (result.status === "error") return <LoadFailed message={t.loadFailed} />;
  const found = result.data;
  if (found === null) return <PrepareExport label={t.prepare} />;
  switch (found.stage) {
    case "ready":
      return <DownloadExport {...found} />;
    case "failed":
      return (
        <>
          <ErrorNote message={t.failed} />
          <PrepareExport label={t.prepareAgain} />
        </>
      );
    default:
      return <Preparing {...found} />;
  }
}

interface PreparingProps {
  readCount: number;
  soundCount: number;
}

function Preparing({ readCount, soundCount }: PreparingProps) {
  const t = useExportTexts();
  return (
    <div>
      <Text role="status">{t.preparing}</Text>
      <Text c="dimmed">{t.progress(readCount, soundCount)}</Text>
      <Progress
        aria-label={t.preparing}
        value={soundCount === 0 ? 0 : (100 * readCount) / soundCount}
      />
    </div>
  );
}
