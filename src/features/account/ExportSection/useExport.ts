import { useConvex } from "convex/react";
import { useEffect, useRef, useState } from "react";
import { MEGABYTE, MINUTE_MS } from "../../../../convex/shared/limits";
import { logFailure } from "../../../lib/logFailure";
import { saveFile } from "../../../lib/saveFile";
import { useLanguage } from "../../../texts/TextsProvider";
import { useExportTexts } from "../../../texts/useExportTexts";
import { makeExport, NoRoomError } from "./makeExport";

/** How long the ZIP can be saved again if the browser did not save it. */
const KEPT_MS = 10 * MINUTE_MS;

export type ExportState =
  | { status: "idle"; failure: string | null }
  | { status: "reading" }
  | { status: "loading"; percent: number }
  | { status: "saved"; size: string; save: () => void };

const IDLE: ExportState = { status: "idle", failure: null };

/** Makes the viewer's export and saves it. Stops when the component unmounts. */
export function useExport() {
  const t = useExportTexts();
  const { language } = useLanguage();
  const client = useConvex();
  const [state, setState] = useState<ExportState>(IDLE);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = async () => {
    const stopper = new AbortController();
    const { signal } = stopper;
    running.current = stopper;
    setState({ status: "reading" });
    try {
      const zip = await makeExport(client, {
        ...{ language, texts: t.page, signal },
        onProgress: (share) => setState(loadingAt(Math.floor(100 * share))),
      });
      const save = () => saveFile(zip.file, "gully-cypher.zip");
      save();
      setState({ status: "saved", size: megabytes(zip.file.size), save });
      setTimeout(() => {
        setState(IDLE);
        void zip.drop();
      }, KEPT_MS);
    } catch (error) {
      setState(signal.aborted ? IDLE : { status: "idle", failure: why(error) });
    }
  };

  const why = (error: unknown): string => {
    if (error instanceof NoRoomError)
      return t.noRoom(megabytes(error.sizeBytes));
    logFailure("the export failed", error);
    return t.failed;
  };

  return { state, start, cancel: () => running.current?.abort() };
}

/** Returns the same state while the number stays the same, so that nothing is rendered again. */
const loadingAt =
  (percent: number) =>
  (known: ExportState): ExportState =>
    known.status === "loading" && known.percent === percent
      ? known
      : { status: "loading", percent };

const megabytes = (bytes: number) =>
  `${Math.max(0.1, bytes / MEGABYTE).toFixed(1)} MB`;
