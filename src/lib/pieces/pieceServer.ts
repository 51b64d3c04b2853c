import type { Id } from "../../../convex/_generated/dataModel";
import type { UploadState } from "../../../convex/shared/uploads";
import type { FileKind } from "../../../convex/shared/validators";

export type UploadId = Id<"uploads">;
export type StorageId = Id<"_storage">;

export interface Announced {
  readonly kind: FileKind;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

export interface Piece {
  readonly uploadId: UploadId;
  readonly index: number;
  readonly body: Blob;
  readonly sha256: string;
}

/** The server's functions for an upload in pieces; see `convex/uploads.ts`. */
export interface PieceServer {
  begin(announced: Announced): Promise<UploadState>;
  /** Resolves to the upload's state once there is a connection; null if the upload is over. */
  get(uploadId: UploadId): Promise<UploadState | null>;
  send(piece: Piece, signal: AbortSignal): Promise<void>;
  join(uploadId: UploadId): Promise<StorageId>;
  cancel(uploadId: UploadId): Promise<unknown>;
}
