import { useEffect, useState } from "react";
import {
  analyseFile,
  type FileAnalysis,
} from "../../audio/analysis/analyseFile";
import { logFailure } from "../../lib/logFailure";

export type AnalysisState =
  | { readonly status: "none" | "unreadable" }
  | { readonly status: "running"; readonly percent: number }
  | { readonly status: "done"; readonly found: FileAnalysis };

const NONE: AnalysisState = { status: "none" };

/**
 * Analyses a file whenever another file is passed, and stops the analysis of the previous one. Null
 * analyses nothing. `onFound` is called once for each file that could be read.
 */
export function useFileAnalysis(
  file: Blob | null,
  onFound: (found: FileAnalysis) => void,
): AnalysisState {
  const [latest, setLatest] = useState<{ file: Blob; state: AnalysisState }>();

  useEffect(() => {
    if (!file) return;
    const controller = new AbortController();
    const { signal } = controller;
    const show = (state: AnalysisState) => {
      if (!signal.aborted) setLatest({ file, state });
    };
    analyseFile(file, {
      signal,
      onProgress: (share) =>
        show({ status: "running", percent: Math.round(100 * share) }),
    }).then(
      (found) => {
        if (signal.aborted) return;
        show({ status: "done", found });
        onFound(found);
      },
      (error: unknown) => {
        if (signal.aborted) return;
        logFailure("analysing a beat failed", error);
        show({ status: "unreadable" });
      },
    );
    return () => controller.abort();
    // Analyse each file once, even if other fields of the form change.
    // oxlint-disable-next-line react/exhaustive-deps -- onFound is left out
  }, [file]);

  return latest?.file === file ? latest.state : NONE;
}
