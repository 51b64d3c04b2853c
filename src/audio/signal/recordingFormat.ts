/** In order of preference. MP4 is last, for browsers that cannot record anything else. */
const PREFERRED_TYPES = [
  "audio/webm;codecs=opus",
  "audio/webm",
  "audio/ogg;codecs=opus",
  "audio/ogg",
  "audio/mp4",
] as const;

/** Bit rate of recorded and of remixed files. */
export const BITS_PER_SECOND = 128_000;

/** Requested length of a recording's chunks. Browsers only come near it. */
export const CHUNK_MS = 1_000;

export interface RecordingFormat {
  readonly mimeType: string;
  readonly extension: "webm" | "ogg" | "mp4";
}

/**
 * Returns the first preferred type that the browser supports; WebM if the browser claims to support
 * none.
 */
export function pickRecordingFormat(
  isTypeSupported: (mimeType: string) => boolean,
): RecordingFormat {
  const mimeType = PREFERRED_TYPES.find(isTypeSupported) ?? "audio/webm";
  return { mimeType, extension: extensionOf(mimeType) };
}

export function extensionOf(mimeType: string): RecordingFormat["extension"] {
  if (mimeType.startsWith("audio/ogg")) return "ogg";
  if (mimeType.startsWith("audio/mp4")) return "mp4";
  return "webm";
}

/**
 * Joins a recorder's chunks into a file. The file plays nearly everywhere, but has no duration and
 * no index; see `remux`.
 */
export function rawFile(mimeType: string, chunks: Blob[]): Blob {
  return new Blob(chunks, { type: containerType(mimeType) });
}

/** The MIME type without its codec, as used for uploads. */
export function containerType(mimeType: string): string {
  return `audio/${extensionOf(mimeType)}`;
}
