import type { IncomingMessage } from "node:http";
import type { Transform } from "node:stream";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import { HttpError } from "./httpError.ts";

const CHUNK_BYTES = 1 << 16;

/**
 * Decodes a body while it arrives and passes it on piece by piece. Nothing more
 * is decoded once `read` has failed or the sender has left.
 *
 * @throws HttpError 400 or 415, and as `read`
 */
export async function decoded<T>(
  request: IncomingMessage,
  read: (chunks: AsyncIterable<Buffer>) => Promise<T>,
): Promise<T> {
  const encoding = request.headers["content-encoding"];
  const decoder = decoderOf(encoding);
  const { socket } = request;
  const stop = () => void decoder.destroy(senderLeft());
  socket.once("close", stop);
  try {
    return await read(request.pipe(decoder));
  } catch (error) {
    const isOwn = error instanceof HttpError || !(error instanceof Error);
    if (isOwn || !("code" in error)) throw error;
    throw new HttpError(
      400,
      "InvalidBody",
      `The body is not valid ${encoding}.`,
    );
  } finally {
    socket.off("close", stop);
    request.unpipe(decoder);
    decoder.destroy();
  }
}

function decoderOf(encoding: string | undefined): Transform {
  switch (encoding) {
    case "br":
      return createBrotliDecompress({ chunkSize: CHUNK_BYTES });
    case "gzip":
      return createGunzip({ chunkSize: CHUNK_BYTES });
    default:
      throw new HttpError(
        415,
        "UnsupportedEncoding",
        "Content-Encoding may be br, gzip or identity.",
      );
  }
}

function senderLeft(): HttpError {
  return new HttpError(400, "SenderLeft", "The sender has left.");
}
