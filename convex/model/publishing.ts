import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import { appError, fieldsOf } from "../errors";
import { checkBeat, isBeatFileName } from "../shared/beatFields";
import {
  MAX_BEAT_BYTES,
  MAX_VERSE_BYTES,
  MAX_VERSE_MS,
  SECOND_MS,
} from "../shared/limits";
import type { AudioFormat, FileKind } from "../shared/validators";
import { type InspectedAudio, inspectAudio } from "./audio/inspectAudio";
import type { NewBeat } from "./beats";
import type { NewVerse } from "./verses";
import { requirePeaks } from "./waveforms";

const BEAT_FORMATS: readonly AudioFormat[] = ["mp3", "wav"];

/** A recorder set to stop at five minutes writes its last frames after them. */
const RECORDER_SLACK_MS = SECOND_MS;

/** What browsers call recordings and chosen files; never what they would show as a page. */
const AUDIO_TYPE =
  /^(audio\/|video\/(webm|mp4)|application\/(octet-stream|ogg))/;

/** What the server finds out by itself. */
type Found = Pick<NewBeat, "durationMs" | "extension">;

interface Upload {
  kind: FileKind;
  storageId: Id<"_storage">;
}

export async function publishBeat(
  ctx: ActionCtx,
  { fileName, ...beat }: Omit<NewBeat, keyof Found> & { fileName: string },
): Promise<Id<"beats">> {
  fieldsOf(checkBeat(beat));
  requirePeaks(beat.peaks);
  const upload = { kind: "beats", storageId: beat.storageId } as const;
  return withUpload(ctx, upload, async (sizeBytes) => {
    if (sizeBytes > MAX_BEAT_BYTES) throw appError("BEAT_FILE_TOO_LARGE");
    const audio = await inspectUpload(ctx, beat.storageId);
    const isBeat = audio !== null && BEAT_FORMATS.includes(audio.format);
    if (!isBeat || !isBeatFileName(fileName) || audio.durationMs === null) {
      throw appError("BEAT_FILE_INVALID");
    }
    const found = { durationMs: audio.durationMs, extension: audio.format };
    return ctx.runMutation(internal.beats.insert, { ...beat, ...found });
  });
}

export async function publishVerse(
  ctx: ActionCtx,
  verse: Omit<NewVerse, "extension">,
): Promise<Id<"verses">> {
  requirePeaks(verse.peaks);
  const upload = { kind: "verses", storageId: verse.storageId } as const;
  return withUpload(ctx, upload, async (sizeBytes) => {
    if (sizeBytes > MAX_VERSE_BYTES) throw appError("VERSE_FILE_TOO_LARGE");
    const audio = await inspectUpload(ctx, verse.storageId);
    if (audio === null) throw appError("VERSE_FILE_INVALID");
    const durationMs = verseDuration(audio, verse.durationMs);
    const found = { durationMs, extension: audio.format };
    return ctx.runMutation(internal.verses.insert, { ...verse, ...found });
  });
}

/** Whatever the refusal, the file goes with it. */
async function withUpload<Id>(
  ctx: ActionCtx,
  upload: Upload,
  publish: (sizeBytes: number) => Promise<Id>,
): Promise<Id> {
  const { sizeBytes } = await ctx.runMutation(internal.files.reserve, upload);
  try {
    return await publish(sizeBytes);
  } catch (error) {
    const { storageId } = upload;
    await ctx.runMutation(internal.files.discard, { storageId });
    throw error;
  }
}

async function inspectUpload(
  ctx: ActionCtx,
  storageId: Id<"_storage">,
): Promise<InspectedAudio | null> {
  const blob = await ctx.storage.get(storageId);
  if (blob === null) throw appError("FILE_NOT_FOUND");
  if (blob.type !== "" && !AUDIO_TYPE.test(blob.type)) return null;
  return inspectAudio(new Uint8Array(await blob.arrayBuffer()));
}

/** The client's word counts only where the file itself does not say. */
function verseDuration(audio: InspectedAudio, clientMs: number): number {
  const durationMs = audio.durationMs ?? Math.round(clientMs);
  if (!(durationMs > 0)) throw appError("VERSE_FILE_INVALID");
  if (durationMs > MAX_VERSE_MS + RECORDER_SLACK_MS) {
    throw appError("VERSE_TOO_LONG");
  }
  return durationMs;
}
