import { useEffect, useEffectEvent, useState } from "react";
import { logFailure } from "../../lib/logFailure";
import { type JudgedFile, judgeFile } from "./judgeFile";
import { checkBeatFile } from "./uploadValues";

/**
 * Returns what is known about the chosen file; null until it is judged, and for a file that cannot
 * be read. Calls `onTitle` with the title in the file's tag.
 */
export function useJudgedFile(
  file: File | null,
  onTitle: (file: File, title: string) => void,
): JudgedFile | null {
  const tellTitle = useEffectEvent(onTitle);
  const [latest, setLatest] = useState<{ file: File; judged: JudgedFile }>();

  useEffect(() => {
    if (!file || checkBeatFile(file)) return;
    let isGone = false;
    judgeFile(file).then(
      (judged) => {
        if (isGone) return;
        setLatest({ file, judged });
        if ("sound" in judged) tellTitle(file, judged.tagTitle);
      },
      (error: unknown) => logFailure("judging a chosen file failed", error),
    );
    return () => {
      isGone = true;
    };
  }, [file]);

  return latest?.file === file ? latest.judged : null;
}
