export interface ByteRange {
  readonly first: number;
  /** Inclusive, as in the header. */
  readonly last: number;
}

/**
 * The single range of a `Range` header. "whole" when there is none, or one that
 * the server may ignore (other units, several ranges); "unsatisfiable" when it
 * lies outside of the file.
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
