import type { Work } from "./work";

export const viewOf = (bytes: Uint8Array) =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

export function hasText(bytes: Uint8Array, at: number, text: string): boolean {
  if (at < 0 || at + text.length > bytes.length) return false;
  for (let index = 0; index < text.length; index++) {
    if (bytes[at + index] !== text.charCodeAt(index)) return false;
  }
  return true;
}

/** Returns the index of the ASCII text in the bytes; -1 if it is not there. */
export function findText(bytes: Uint8Array, text: string, work: Work): number {
  work.spend(bytes.length);
  for (let at = 0; at < bytes.length; at++) {
    if (hasText(bytes, at, text)) return at;
  }
  return -1;
}

export const secondsToMs = (seconds: number) => Math.round(seconds * 1000);
