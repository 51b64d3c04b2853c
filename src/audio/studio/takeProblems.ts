import { CaptureError } from "../capture/captureEngine";
import type { Recording } from "../capture/runningCapture";
import type { TakeProblem } from "../capture/takeProblem";
import { rawFile } from "../signal/recordingFormat";
import type { Credit } from "../store/credit";

/** The problem to show for a take that could not start. */
export function openProblem(error: unknown): TakeProblem {
  return error instanceof CaptureError ? error.problem : { kind: "recorder" };
}

/** The problem to show for a recording that could not be made into a file. */
export function finishProblem(
  { mimeType, chunks }: Recording,
  credit: Credit | null,
): TakeProblem {
  if (chunks.length === 0) return { kind: "empty" };
  return {
    kind: "take",
    recording: { file: rawFile(mimeType, chunks), credit },
  };
}
