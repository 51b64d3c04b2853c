import type { Transferable } from "node:worker_threads";

/**
 * Returns the transfer list for `postMessage`. Bytes that fill their buffer are
 * moved, so that they are not held twice; the sender can no longer read them. Bytes
 * that are a part of a larger buffer are copied, with that whole buffer.
 */
export const movedBuffers = (bytes: Uint8Array<ArrayBuffer>): Transferable[] =>
  bytes.byteLength === bytes.buffer.byteLength ? [bytes.buffer] : [];
