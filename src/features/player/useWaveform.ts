import { useLiveQuery } from "../../hooks/useLiveQuery";
import { api } from "../../../convex/_generated/api";

/**
 * Returns the stored peaks of a beat or verse; empty while loading, if there are none, and on
 * errors, which are not worth showing.
 */
export function useWaveform(
  contentType: "beat" | "verse",
  contentId: string,
): readonly number[] {
  const result = useLiveQuery({
    query: api.waveforms.get,
    args: { contentType, contentId },
  });
  return result.status === "success" ? result.data : NO_PEAKS;
}

const NO_PEAKS: readonly number[] = [];
