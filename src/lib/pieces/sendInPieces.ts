import { pieceCountOf, type UploadState } from "../../../convex/shared/uploads";
import type { FileKind } from "../../../convex/shared/validators";
import { failureCode, retryAfterMs } from "../failureText";
import { untilAborted } from "../untilAborted";
import { pause as realPause } from "../pause";
import type { PieceServer, StorageId, UploadId } from "./pieceServer";
import { sha256Hex } from "./sha256Hex";

/**
 * How many pieces in a row may fail although the server answers other calls. With the pauses
 * between the tries, this takes half a minute.
 */
const MOST_FAILURES = 6;
const FIRST_WAIT_MS = 1_000;
/** The longest wait for a rate limit. A longer one is reported as a failure. */
const LONGEST_WAIT_MS = 120_000;

/** Refusals that may disappear with another try; null is a broken connection. */
const PASSING: readonly (string | null)[] = [
  null, // a broken connection
  "RATE_LIMITED",
  "PIECE_INVALID", // damaged in transit
  "NOT_SIGNED_IN", // the token has just expired
  "FILE_NOT_FOUND", // the upload is over, so a new one begins
  "UPLOAD_INCOMPLETE",
];

export interface SendInPiecesOptions {
  readonly kind: FileKind;
  readonly signal: AbortSignal;
  /** Whole percent of the bytes that the server has confirmed, 0 to 100. */
  readonly onProgress: (percent: number) => void;
  /** Called with the id under which the server knows the upload. */
  readonly onBegun?: (uploadId: UploadId) => void | Promise<void>;
  readonly pause?: typeof realPause;
}

export interface Sent {
  readonly uploadId: UploadId;
  readonly storageId: StorageId;
}

/**
 * Uploads a file in pieces, and resolves with the joined file. After a broken connection, waits,
 * asks the server which pieces it has, and resumes. Rejects with an `AbortError` when the signal
 * aborts, with a `ConvexError` if the server refuses the file, and with another error if pieces
 * keep failing although the server can be reached.
 */
export async function sendInPieces(
  server: PieceServer,
  file: Blob,
  options: SendInPiecesOptions,
): Promise<Sent> {
  const { signal, onProgress, pause = realPause } = options;
  const begin = await beginner(server, file, options);
  let state = await begin();
  for (let failures = 0; ;) {
    onProgress(percentOf(state));
    try {
      const storageId = await nextStep(server, file, state, signal);
      if (storageId !== null) return { uploadId: state.uploadId, storageId };
      state = withPiece(state);
      failures = 0;
    } catch (error) {
      signal.throwIfAborted();
      const waitMs = retryAfterMs(error) ?? FIRST_WAIT_MS * 2 ** failures;
      failures += 1;
      const isPassing = PASSING.includes(failureCode(error));
      const isTooLong = waitMs > LONGEST_WAIT_MS;
      if (!isPassing || isTooLong || failures >= MOST_FAILURES) throw error;
      await pause(waitMs, signal);
      const known = server.get(state.uploadId);
      state = (await untilAborted(known, signal)) ?? (await begin());
    }
  }
}

/** Hashes the file, and returns a function that announces the upload to the server. */
async function beginner(
  server: PieceServer,
  file: Blob,
  { kind, signal, onBegun }: SendInPiecesOptions,
): Promise<() => Promise<UploadState>> {
  const sha256 = await untilAborted(sha256Hex(file), signal);
  const { type: contentType, size: sizeBytes } = file;
  return async () => {
    const begun = server.begin({ kind, contentType, sizeBytes, sha256 });
    const state = await untilAborted(begun, signal);
    await onBegun?.(state.uploadId);
    return state;
  };
}

/** Sends the first missing piece. If none is missing, joins the pieces and returns the file. */
async function nextStep(
  server: PieceServer,
  file: Blob,
  state: UploadState,
  signal: AbortSignal,
): Promise<StorageId | null> {
  const { uploadId, pieceBytes } = state;
  const index = missingPiece(state);
  if (state.storageId !== null) return state.storageId;
  if (index === null) return untilAborted(server.join(uploadId), signal);
  const body = file.slice(index * pieceBytes, (index + 1) * pieceBytes);
  const sha256 = await sha256Hex(body);
  await server.send({ uploadId, index, body, sha256 }, signal);
  return null;
}

/** Returns the index of the first piece that is missing, or null. */
function missingPiece(state: UploadState): number | null {
  const { received } = state;
  const index = received.findIndex((piece, place) => piece !== place);
  const next = index === -1 ? received.length : index;
  return next < pieceCountOf(state) ? next : null;
}

/** Returns the state after the first missing piece has arrived. */
function withPiece(state: UploadState): UploadState {
  const index = missingPiece(state) ?? 0;
  const received = [...state.received, index].sort((a, b) => a - b);
  return { ...state, received };
}

function percentOf(state: UploadState): number {
  if (state.storageId !== null) return 100;
  const { sizeBytes, pieceBytes, received } = state;
  const confirmed = received.reduce(
    (sum, index) => sum + Math.min(pieceBytes, sizeBytes - index * pieceBytes),
    0,
  );
  return Math.floor((confirmed / sizeBytes) * 100);
}
