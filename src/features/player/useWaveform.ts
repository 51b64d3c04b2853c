import { useQuery_experimental as useQuery } from "convex/react";
import { api } from "../../../convex/_generated/api";

/** Stored peaks; empty while unknown and when there are none: a waveform is never worth an error. */
export function useWaveform(
  contentType: "beat" | "verse",
  contentId: string,
): readonly number[] {
  const result = useQuery({
    query: api.waveforms.get,
    args: { contentType, contentId },
  });
  return result.status === "success" ? result.data : NO_PEAKS;
}

const NO_PEAKS: readonly number[] = [];
