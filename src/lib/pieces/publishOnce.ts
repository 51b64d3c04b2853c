import { failureCode } from "../failureText";
import type { PieceServer, UploadId } from "./pieceServer";

const MOST_TRIES = 5;
/** The backend's client reports this for an action that it cannot send again. */
const LOST = /Connection lost/;

/**
 * Refusals of a file that is already published: its upload no longer exists, and its turn is over.
 */
const OVER: readonly string[] = ["FILE_NOT_FOUND", "TURN_OVER"];

/**
 * Publishes a joined file and returns the id of the new beat or verse. If the connection breaks
 * meanwhile, asks the server whether the file was published, and tries again if it was not. So a
 * file is never published twice.
 */
export async function publishOnce(
  server: Pick<PieceServer, "get">,
  uploadId: UploadId,
  publish: () => Promise<string>,
): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await publish();
    } catch (error) {
      const isLost = error instanceof Error && LOST.test(error.message);
      // If a repeated call is refused, the first call may have succeeded.
      const isRepeated = tries > 1 || OVER.includes(failureCode(error) ?? "");
      if (!isLost && !isRepeated) throw error;
      const state = await server.get(uploadId);
      if (state?.publishedAs) return state.publishedAs;
      if (!isLost || state === null || tries >= MOST_TRIES) throw error;
    }
  }
}
