/** Bytes from `from` up to `end` (exclusive; null for the rest). */
export interface ByteRange {
  from: number;
  end: number | null;
}

/**
 * Reads a Range header with one range of bytes. Without a header, that is
 * everything. Returns null for what cannot be met.
 */
export function readRange(header: string | null): ByteRange | null {
  const match = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(header ?? "bytes=0-");
  if (match === null) return null;
  const from = Number(match[1]);
  const end = match[2] === "" ? null : Number(match[2]) + 1;
  return end !== null && end <= from ? null : { from, end };
}
