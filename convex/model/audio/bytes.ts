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

/** Returns whether the ASCII text occurs anywhere in the bytes. */
export function findText(bytes: Uint8Array, text: string, work: Work): boolean {
  work.spend(bytes.length);
  for (let at = 0; at < bytes.length; at++) {
    if (hasText(bytes, at, text)) return true;
  }
  return false;
}

export const secondsToMs = (seconds: number) => Math.round(seconds * 1000);
