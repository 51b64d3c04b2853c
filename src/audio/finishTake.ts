import { type Credit, creditTags } from "./credit";
import { countGaps } from "./gaps";
import { containerType } from "./recordingFormat";
import { remux } from "./remux";
import { canRenderMix } from "./renderMix";
import type { Recording } from "./runningCapture";
import { summariseAudio } from "./summariseAudio";
import type { FinishedTake } from "./takeMachine";

/** Makes a file with length, index and waveform of what a recorder gave out. */
export async function finishTake(
  id: string,
  { mimeType, chunks, stem }: Recording,
  credit: Credit | null,
): Promise<FinishedTake> {
  const raw = new Blob(chunks, { type: containerType(mimeType) });
  const file = await remux(raw, mimeType, creditTags(credit));
  const { durationMs, peaks } = await summariseAudio(file);
  const isMixable = stem !== null && (await canRenderMix(file.type));
  return {
    id,
    file,
    durationMs,
    peaks,
    stem: isMixable ? stem : null,
    credit,
    gaps: stem ? countGaps(stem) : 0,
  };
}
