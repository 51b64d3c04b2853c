import { type Infer, v } from "convex/values";
import { contentIdValidator } from "./validators";

/** Largest size of a piece of a file. */
const MAX_PIECE_BYTES = 512 * 1024;
const MIN_PIECE_BYTES = 32 * 1024;
/** Short files have at least this many pieces, unless these would be tiny. */
const LEAST_PIECES = 20;

/** The HTTP action that takes a piece as its body; see `convex/uploads.ts`. */
export const PIECES_PATH = "/api/pieces";
export const UPLOAD_ID_HEADER = "Upload-Id";
export const PIECE_INDEX_HEADER = "Piece-Index";
/** In lower-case hex. */
export const PIECE_SHA256_HEADER = "Piece-SHA256";

/** How a file is cut: all pieces have this size, except a shorter last one. */
export interface Cut {
  readonly sizeBytes: number;
  readonly pieceBytes: number;
}

/**
 * Returns the size of the pieces of a file. A broken connection costs one piece
 * at most. That is a twentieth of a file, or 512 KiB if that is less.
 */
export const pieceBytesOf = (sizeBytes: number): number =>
  Math.min(
    MAX_PIECE_BYTES,
    Math.max(MIN_PIECE_BYTES, Math.ceil(sizeBytes / LEAST_PIECES)),
  );

export const pieceCountOf = ({ sizeBytes, pieceBytes }: Cut): number =>
  Math.ceil(sizeBytes / pieceBytes);

/** Returns the size of one piece; 0 if the file has no such piece. */
export function sizeOfPiece(cut: Cut, index: number): number {
  if (!Number.isInteger(index) || index < 0) return 0;
  const from = index * cut.pieceBytes;
  return Math.max(0, Math.min(cut.pieceBytes, cut.sizeBytes - from));
}

/** State of an upload in pieces: what the server has received. */
export const uploadStateValidator = v.object({
  uploadId: v.id("uploads"),
  sizeBytes: v.number(),
  pieceBytes: v.number(),
  received: v.array(v.number()), // indexes of pieces, ascending
  storageId: v.union(v.id("_storage"), v.null()), // set once the pieces have been joined
  publishedAs: v.union(contentIdValidator, v.null()),
});
export type UploadState = Infer<typeof uploadStateValidator>;
