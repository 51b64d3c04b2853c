import { useAuthToken } from "@convex-dev/auth/react";
import { useEffect, useRef, useState } from "react";
import { EXPORT_PATH } from "../../../../convex/shared/exports";
import { ownListenOrigin } from "../../../lib/listenOrigin";
import { saveBlob } from "../../../lib/saveBlob";
import { useExportTexts } from "../../../texts/useExportTexts";
import { downloadPieces, PieceRefused } from "./downloadPieces";

/**
 * Downloads the viewer's export and saves it. `share` is what has arrived, from
 * 0 to 1, and null while nothing is being downloaded.
 */
export function useDownloadExport(sizeBytes: number) {
  const t = useExportTexts();
  const token = useLatest(useAuthToken());
  const [share, setShare] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  const download = async () => {
    setFailure(null);
    setShare(0);
    try {
      const zip = await downloadPieces({
        url: ownListenOrigin() + EXPORT_PATH,
        sizeBytes,
        // A long download outlives its first token.
        token: () => token.current ?? "",
        onProgress: (bytes) => setShare(bytes / sizeBytes),
      });
      saveBlob(zip, "gully-cypher.zip");
    } catch (error) {
      const isChanged = error instanceof PieceRefused && error.status === 410;
      setFailure(isChanged ? t.changed : t.downloadFailed);
    } finally {
      setShare(null);
    }
  };
  return { share, failure, download };
}

function useLatest<Value>(value: Value) {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);
  return latest;
}
