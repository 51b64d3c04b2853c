import { useRef, useState } from "react";
import type { Bars } from "../../../convex/shared/bars";
import type { FileAnalysis } from "../../audio/analysis/analyseFile";
import type { UploadValues } from "../upload/uploadValues";
import { useFileAnalysis } from "./useFileAnalysis";
import { useFileLoudness } from "./useFileLoudness";

const UNKNOWN: Bars = { grid: null, key: null };

type SetValues = (change: (kept: UploadValues) => UploadValues) => void;

/**
 * The bars and the loudness of the beat in the upload form. `sound` is its file once the file is
 * accepted. Fills the BPM field when the tempo is found, unless the producer has entered one.
 */
export function useUploadBars(
  { file }: UploadValues,
  sound: Blob | null,
  setValues: SetValues,
) {
  const filledBpm = useRef("");
  const [chosen, setChosen] = useState<{ file: File | null; bars: Bars }>();
  const handleFound = ({ tempo, key }: FileAnalysis) => {
    setChosen({
      file,
      bars: { grid: tempo && { firstBarMs: tempo.firstBarMs }, key },
    });
    // A tempo found in the previous file does not apply to this one.
    const before = filledBpm.current;
    const bpm = tempo ? String(tempo.bpm) : "";
    filledBpm.current = bpm;
    setValues((kept) =>
      kept.bpm === "" || kept.bpm === before ? { ...kept, bpm } : kept,
    );
  };

  const analysis = useFileAnalysis(sound, handleFound);
  // The loudness is measured after the analysis, because each of them holds the decoded file.
  const loudness = useFileLoudness(sound, analysis.status === "done");
  // Bars belong to one file; another file starts without bars.
  const bars = chosen?.file === file ? chosen.bars : UNKNOWN;
  return {
    sound,
    analysis,
    bars,
    loudness,
    changeBars: (next: Bars) => setChosen({ file, bars: next }),
  };
}

export type UploadBars = ReturnType<typeof useUploadBars>;
