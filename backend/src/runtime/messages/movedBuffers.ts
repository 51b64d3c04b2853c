import type { Transferable } from "node:worker_threads";

/**
 * Returns the buffer that `postMessage` moves to the other thread, so that it is
 * never held twice. The sender can no longer read it. A part of a larger buffer
 * is copied instead.
 */
export const movedBuffers = (bytes: Uint8Array<ArrayBuffer>): Transferable[] =>
  bytes.byteLength === bytes.buffer.byteLength ? [bytes.buffer] : [];
