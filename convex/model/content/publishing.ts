import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { ActionCtx } from "../../_generated/server";
import { appError, dataOf, fieldsOf } from "../errors";
import { checkBeat } from "../../shared/beatFacts";
import { judgeBeat } from "../../shared/audio/judgeBeat";
import {
  MAX_BEAT_BYTES,
  MAX_VERSE_BYTES,
  MAX_VERSE_MS,
  SECOND_MS,
} from "../../shared/limits";
import type { FileKind } from "../../shared/validators";
import { type InspectedAudio, inspectAudio } from "../audio/inspectAudio";
import { believedMs, leastMs } from "../audio/soundLength";
import type { NewBeat } from "./beats";
import type { NewVerse } from "./verses";
import { requireLoudness } from "./loudness";
import { requirePeaks } from "./waveforms";
import { publishable } from "../words/published";

/** Allows for the last frames a recorder writes after its five-minute limit. */
const RECORDER_SLACK_MS = SECOND_MS;

/**
 * Content types that browsers give to audio files. Excludes every type a
 * browser would display as a page.
 */
const AUDIO_TYPE =
  /^(audio\/|video\/(webm|mp4)|application\/(octet-stream|ogg))/;

/** Fields that the server reads from the file. */
type Found = Pick<NewBeat, "durationMs" | "extension">;

interface Upload {
  kind: FileKind;
  storageId: Id<"_storage">;
}

/** Checks an uploaded file and publishes it as a beat; see `beats.create`. */
export async function publishBeat(
  ctx: ActionCtx,
  beat: Omit<NewBeat, keyof Found>,
): Promise<Id<"beats">> {
  await requireIdentity(ctx);
  fieldsOf(checkBeat(beat));
  requirePeaks(beat.peaks);
  requireLoudness(beat.loudness);
  const upload = { kind: "beats", storageId: beat.storageId } as const;
  return withUpload(ctx, upload, async (sizeBytes) => {
    if (sizeBytes > MAX_BEAT_BYTES) throw appError("BEAT_FILE_TOO_LARGE");
    const bytes = await readUpload(ctx, beat.storageId);
    if (bytes === null) throw appError("BEAT_FILE_INVALID");
    const judged = judgeBeat(bytes);
    if ("code" in judged) throw appError(judged.code);
    const { durationMs, format: extension } = judged;
    const found = { durationMs, extension };
    return ctx.runMutation(internal.beats.insert, { ...beat, ...found });
  });
}

/**
 * Checks an uploaded recording and publishes it as a verse; see
 * `verses.create`.
 */
export async function publishVerse(
  ctx: ActionCtx,
  verse: Omit<NewVerse, "extension">,
): Promise<Id<"verses">> {
  await requireIdentity(ctx);
  requirePeaks(verse.peaks);
  publishable(verse.words ?? "");
  requireLoudness(verse.loudness);
  const upload = { kind: "verses", storageId: verse.storageId } as const;
  return withUpload(ctx, upload, async (sizeBytes) => {
    if (sizeBytes > MAX_VERSE_BYTES) throw appError("VERSE_FILE_TOO_LARGE");
    const audio = await inspectUpload(ctx, verse.storageId);
    if (audio === null) throw appError("VERSE_FILE_INVALID");
    const durationMs =
      audio.durationMs ?? clientDuration(verse.durationMs, sizeBytes);
    requireVerseLength(durationMs);
    const found = { durationMs, extension: audio.format };
    return ctx.runMutation(internal.verses.insert, { ...verse, ...found });
  });
}

/**
 * Refuses a caller without a session before the form is looked at. The
 * reservation checks the rest.
 */
async function requireIdentity(ctx: ActionCtx): Promise<void> {
  const identity = await ctx.auth.getUserIdentity();
  if (identity === null) throw appError("NOT_SIGNED_IN");
}

/**
 * Reserves the caller's upload, and runs `publish` with its size. `publish`
 * inspects the bytes and inserts the row, which claims the upload. If anything
 * fails after the reservation, the upload is deleted. It stays if its turn in a
 * cypher is over.
 */
async function withUpload<Id>(
  ctx: ActionCtx,
  upload: Upload,
  publish: (sizeBytes: number) => Promise<Id>,
): Promise<Id> {
  const { sizeBytes } = await ctx.runMutation(internal.files.reserve, upload);
  try {
    return await publish(sizeBytes);
  } catch (error) {
    if (dataOf(error)?.code === "TURN_OVER") throw error; // the file stays: it may be published as an answer
    const { storageId } = upload;
    await ctx.runMutation(internal.files.discard, { storageId });
    throw error;
  }
}

async function inspectUpload(
  ctx: ActionCtx,
  storageId: Id<"_storage">,
): Promise<InspectedAudio | null> {
  const bytes = await readUpload(ctx, storageId);
  return bytes && inspectAudio(bytes);
}

/** Returns null if the declared type is not an audio type. */
async function readUpload(
  ctx: ActionCtx,
  storageId: Id<"_storage">,
): Promise<Uint8Array | null> {
  const blob = await ctx.storage.get(storageId);
  if (blob === null) throw appError("FILE_NOT_FOUND");
  if (!isAudioType(blob.type)) return null;
  return new Uint8Array(await blob.arrayBuffer());
}

/**
 * Returns whether a file may have this content type. Browsers give some files
 * no type.
 */
export const isAudioType = (type: string): boolean =>
  type === "" || AUDIO_TYPE.test(type);

/**
 * Returns the length that the client gives for a file that states none, or the
 * shortest length that a file of this size can have if that is longer.
 */
function clientDuration(clientMs: number, sizeBytes: number): number {
  if (!(Math.round(clientMs) > 0)) throw appError("VERSE_FILE_INVALID");
  return believedMs(clientMs, leastMs(sizeBytes));
}

function requireVerseLength(durationMs: number): void {
  if (durationMs > MAX_VERSE_MS + RECORDER_SLACK_MS) {
    throw appError("VERSE_TOO_LONG");
  }
}
