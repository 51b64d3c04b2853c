import { ConvexError } from "convex/values";
import { MESSAGES } from "../../../convex/shared/messages";
import type { PieceServer } from "../../lib/pieces/pieceServer";

/**
 * Wraps a server for the take of a turn. Before each piece and before the pieces are joined, tells
 * the server that the take is arriving, so that the turn lasts. If the turn is over, rejects at
 * once instead of sending the rest.
 */
export function serverForTurn(
  server: PieceServer,
  isStanding: () => Promise<boolean>,
): PieceServer {
  const requireTurn = async () => {
    const data = { code: "TURN_OVER", message: MESSAGES.TURN_OVER };
    if (!(await isStanding())) throw new ConvexError(data);
  };
  return {
    ...server,
    send: async (piece, signal) => {
      await requireTurn();
      await server.send(piece, signal);
    },
    join: async (uploadId) => {
      await requireTurn();
      return server.join(uploadId);
    },
  };
}
