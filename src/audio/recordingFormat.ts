/** In order of preference. MP4 is only for browsers that can record nothing else. */
const PREFERRED_TYPES = [
  "audio/webm;codecs=opus",
  "audio/webm",
  "audio/ogg;codecs=opus",
  "audio/ogg",
  "audio/mp4",
] as const;

/** Of a mix, whether it is recorded or made anew. */
export const BITS_PER_SECOND = 128_000;

export interface RecordingFormat {
  readonly mimeType: string;
  readonly extension: "webm" | "ogg" | "mp4";
}

/** The first type this browser records; webm when it admits to none. */
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

/** The container alone, as a file is labelled for upload. */
export function containerType(mimeType: string): string {
  return `audio/${extensionOf(mimeType)}`;
}
