import type { FinishedTake } from "../../store/finishedTake";
import { type Credit, creditTags } from "../../store/credit";
import { coversTake } from "../../store/stem";
import { countClips } from "./countClips";
import { countDropouts } from "./countDropouts";
import { isVoiceless } from "./isVoiceless";
import { rawFile } from "../../signal/recordingFormat";
import { remux } from "../../mix/remux";
import { canRenderMix } from "../../mix/renderMix";
import type { Recording } from "../../capture/runningCapture";
import { summariseTake } from "../../mix/summariseTake";

/**
 * Turns a recording into a take: a file with duration, index and tags, and its waveform. Rejects if
 * the recording cannot be read.
 */
export async function finishTake(
  id: string,
  { mimeType, chunks, stem, interruptions = 0 }: Recording,
  credit: Credit | null,
): Promise<FinishedTake> {
  const raw = rawFile(mimeType, chunks);
  const file = await remux(raw, mimeType, creditTags(credit));
  const { durationMs, peaks } = await summariseTake(file);
  const isMixable =
    stem !== null &&
    coversTake(stem, durationMs) &&
    (await canRenderMix(file.type));
  return {
    id,
    file,
    durationMs,
    peaks,
    stem: isMixable ? stem : null,
    credit,
    dropouts: interruptions + (stem ? countDropouts(stem) : 0),
    clips: stem ? countClips(stem) : 0,
    isVoiceless: stem !== null && isVoiceless(stem),
  };
}
