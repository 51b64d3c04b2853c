import { hasText } from "./bytes";
import type { Work } from "./work";

/**
 * Skips ID3 tags, cover images included. A tag starts with "ID3", version and
 * flags, then a size of 4 x 7 bits.
 */
export function endOfTags(bytes: Uint8Array, work: Work): number {
  let at = 0;
  while (hasText(bytes, at, "ID3") && at + 10 <= bytes.length) {
    work.spend(1);
    const size = [6, 7, 8, 9].reduce(
      (sum, offset) => sum * 128 + ((bytes[at + offset] ?? 0) & 0x7f),
      0,
    );
    const hasFooter = ((bytes[at + 5] ?? 0) & 0x10) !== 0;
    at += 10 + size + (hasFooter ? 10 : 0);
  }
  return at;
}
