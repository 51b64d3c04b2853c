import { Button, Text } from "@mantine/core";
import { useState } from "react";
import { MEGABYTE } from "../../../../convex/shared/limits";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { longDateTimeText } from "../../../lib/dateText";
import { useLanguage } from "../../../texts/TextsProvider";
import { useExportTexts } from "../../../texts/useExportTexts";
import { PrepareExport } from "./PrepareExport";
import { useDownloadExport } from "./useDownloadExport";

interface DownloadExportProps {
  sizeBytes: number;
  expiresAt: number;
}

/** Offers an export that is ready, until it expires. */
export function DownloadExport({ sizeBytes, expiresAt }: DownloadExportProps) {
  const t = useExportTexts();
  const { language } = useLanguage();
  const { share, failure, download } = useDownloadExport(sizeBytes);
  const [openedAt] = useState(() => Date.now());

  if (openedAt >= expiresAt) {
    return (
      <>
        <Text>{t.expired}</Text>
        <PrepareExport label={t.prepareAgain} />
      </>
    );
  }
  const size = `${Math.max(0.1, sizeBytes / MEGABYTE).toFixed(1)} MB`;
  return (
    <>
      <Text>{t.ready(size, longDateTimeText(expiresAt, language))}</Text>
      <div>
        <Button loading={share !== null} onClick={() => void download()}>
          {t.download}
        </Button>
      </div>
      <Text role="status" c="dimmed">
        {share !== null && t.downloading(Math.floor(100 * share))}
      </Text>
      {failure !== null && <ErrorNote message={failure} />}
      {share === null && <PrepareExport label={t.prepareAgain} />}
    </>
  );
}
