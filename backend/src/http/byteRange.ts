export interface ByteRange {
  readonly first: number;
  /** Inclusive, as in the header. */
  readonly last: number;
}

/**
 * Parses a `Range` header with a single range. Returns "whole" if there is none
 * or the server may ignore it (other units, several ranges), and
 * "unsatisfiable" if it is outside the file.
 */
export function parseByteRange(
  header: string | undefined,
  sizeBytes: number,
): ByteRange | "whole" | "unsatisfiable" {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? "");
  if (match === null) return "whole";
  const [, from = "", to = ""] = match;
  if (from === "") {
    if (to === "") return "whole";
    const suffixBytes = Math.min(Number(to), sizeBytes);
    return suffixBytes === 0
      ? "unsatisfiable"
      : { first: sizeBytes - suffixBytes, last: sizeBytes - 1 };
  }
  const first = Number(from);
  const last = to === "" ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1);
  if (to !== "" && Number(to) < first) return "whole";
  return first >= sizeBytes ? "unsatisfiable" : { first, last };
}
