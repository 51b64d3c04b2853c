import { MAX_PIECE_BYTES } from "../../../../convex/shared/exports";

/** A cut connection gets this many tries for each piece. */
const MOST_TRIES = 5;
const RETRY_AFTER_MS = 2_000;

/** The server refused a piece. */
export class PieceRefused extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The export answered ${status}.`);
    this.status = status;
  }
}

interface Download {
  url: string;
  sizeBytes: number;
  /** Returns the token that is valid now. */
  token: () => string;
  /** Is told how many bytes have arrived. */
  onProgress: (receivedBytes: number) => void;
  retryAfterMs?: number;
}

/**
 * Downloads an export in pieces, so that a cut costs one piece at most. The
 * browser keeps the finished pieces, on disk if they are large.
 * @throws PieceRefused
 */
export async function downloadPieces(download: Download): Promise<Blob> {
  const pieces: Blob[] = [];
  let at = 0;
  while (at < download.sizeBytes) {
    const piece = await fetchPiece(download, at);
    pieces.push(piece);
    at += piece.size;
    download.onProgress(at);
  }
  return new Blob(pieces, { type: "application/zip" });
}

async function fetchPiece(download: Download, at: number): Promise<Blob> {
  for (let tries = 1; ; tries++) {
    const answer = await tryFetch(download, at);
    if (answer instanceof Blob) return answer;
    if (isFinal(answer) || tries === MOST_TRIES) throw new PieceRefused(answer);
    const waitMs = download.retryAfterMs ?? RETRY_AFTER_MS;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

/** A refused token may have been renewed by the next try, and a limit ends by itself. */
const isFinal = (status: number) =>
  status >= 400 && status < 500 && status !== 401 && status !== 429;

/** Returns the piece at this place, or the status that the server refused it with (0 for a cut). */
async function tryFetch(
  { url, token }: Download,
  at: number,
): Promise<Blob | number> {
  const headers = {
    Authorization: `Bearer ${token()}`,
    Range: `bytes=${at}-${at + MAX_PIECE_BYTES - 1}`,
  };
  try {
    const response = await fetch(url, { headers });
    if (!response.ok) return response.status;
    const piece = await response.blob();
    return piece.size > 0 ? piece : 0;
  } catch {
    return 0;
  }
}
