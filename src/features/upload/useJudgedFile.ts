import { useEffect, useState } from "react";
import { logFailure } from "../../lib/logFailure";
import { type JudgedFile, judgeFile } from "./judgeFile";
import { checkBeatFile } from "./uploadValues";

/** What is known of the chosen file; null until it is judged, and for a file that cannot be read. */
export function useJudgedFile(file: File | null): JudgedFile | null {
  const [latest, setLatest] = useState<{ file: File; judged: JudgedFile }>();

  useEffect(() => {
    if (!file || checkBeatFile(file)) return;
    let isGone = false;
    judgeFile(file).then(
      (judged) => {
        if (!isGone) setLatest({ file, judged });
      },
      (error: unknown) => logFailure("judging a chosen file failed", error),
    );
    return () => {
      isGone = true;
    };
  }, [file]);

  return latest?.file === file ? latest.judged : null;
}
