import { useAuthToken } from "@convex-dev/auth/react";
import { useConvex } from "convex/react";
import { useEffect, useMemo, useRef } from "react";
import { api } from "../../convex/_generated/api";
import { ownListenOrigin } from "../lib/listenOrigin";
import type { PieceServer } from "../lib/pieces/pieceServer";
import { postPiece } from "../lib/pieces/postPiece";

/** Returns the server's functions for uploads in pieces, called as the signed-in viewer. */
export function usePieceServer(): PieceServer {
  const client = useConvex();
  const token = useAuthToken();
  const latest = useRef(token);
  useEffect(() => {
    latest.current = token;
  }, [token]);
  return useMemo(
    () => ({
      begin: (announced) => client.mutation(api.uploads.begin, announced),
      get: (uploadId) => client.query(api.uploads.get, { uploadId }),
      send: (piece, signal) =>
        postPiece(piece, {
          ...{ origin: ownListenOrigin(), token: latest.current, signal },
        }),
      join: (uploadId) => client.action(api.uploads.join, { uploadId }),
      cancel: (uploadId) => client.mutation(api.uploads.cancel, { uploadId }),
    }),
    [client],
  );
}
