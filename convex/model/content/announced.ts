import { MAX_BEAT_BYTES, MAX_VERSE_BYTES } from "../../shared/limits";
import type { ErrorCode } from "../../shared/messages";
import type { FileKind } from "../../shared/validators";
import { appError } from "../errors";
import { isAudioType } from "./publishing";

/** Description of a file that a client sends ahead of the pieces. */
export interface Announced {
  kind: FileKind;
  contentType: string;
  sizeBytes: number;
  sha256: string; // in lower-case hex
}

const SHA256 = /^[0-9a-f]{64}$/;
const MAX_TYPE_LENGTH = 100;

const MOST_BYTES = { beats: MAX_BEAT_BYTES, verses: MAX_VERSE_BYTES } as const;
const INVALID = {
  beats: "BEAT_FILE_INVALID",
  verses: "VERSE_FILE_INVALID",
} as const satisfies Record<FileKind, ErrorCode>;
const TOO_LARGE = {
  beats: "BEAT_FILE_TOO_LARGE",
  verses: "VERSE_FILE_TOO_LARGE",
} as const satisfies Record<FileKind, ErrorCode>;

/**
 * Refuses a file that could not be published, before anything is sent.
 * @throws BEAT_FILE_INVALID, VERSE_FILE_INVALID, BEAT_FILE_TOO_LARGE,
 * VERSE_FILE_TOO_LARGE
 */
export function checkAnnounced(announced: Announced): void {
  const { kind, contentType, sizeBytes, sha256 } = announced;
  if (sizeBytes > MOST_BYTES[kind]) throw appError(TOO_LARGE[kind]);
  const isSound =
    Number.isInteger(sizeBytes) &&
    sizeBytes > 0 &&
    SHA256.test(sha256) &&
    contentType.length <= MAX_TYPE_LENGTH &&
    isAudioType(contentType);
  if (!isSound) throw appError(INVALID[kind]);
}
