const HEADER_BYTES = 10;
/** Nobody reads longer texts; a picture is no text. */
const MAX_TEXT_BYTES = 1_000;

/**
 * The text of a frame of the ID3 tag in front of an MP3, such as TIT2 for the title; "" if there is
 * none. Versions before 2.3 write frames otherwise.
 */
export function tagText(bytes: Uint8Array, name: string): string {
  const letters = (at: number, count: number) =>
    String.fromCharCode(...bytes.subarray(at, at + count));
  const version = bytes[3] ?? 0;
  if (letters(0, 3) !== "ID3" || version < 3 || version > 4) return "";
  const size = (at: number, base: number) =>
    bytes
      .subarray(at, at + 4)
      .reduce((sum, byte) => sum * base + (byte & (base - 1)), 0);
  const end = Math.min(bytes.length, HEADER_BYTES + size(6, 128));
  for (let at = HEADER_BYTES; at + HEADER_BYTES <= end;) {
    const length = size(at + 4, version === 4 ? 128 : 256);
    const from = at + HEADER_BYTES;
    if (letters(at, 4) === name)
      return textOf(
        bytes.subarray(from, from + Math.min(length, MAX_TEXT_BYTES)),
      );
    if (length === 0) break;
    at = from + length;
  }
  return "";
}

/** The first byte of a text says how it is written. A frame may hold several; the first counts. */
function textOf(content: Uint8Array): string {
  const text = decoded(content[0] ?? 0, content.subarray(1));
  return text.split("\0", 1)[0]?.trim() ?? "";
}

function decoded(form: number, text: Uint8Array): string {
  const isWide = form === 1 || form === 2;
  if (isWide) {
    const isBig = form === 2 || (text[0] === 0xfe && text[1] === 0xff);
    return new TextDecoder(isBig ? "utf-16be" : "utf-16le").decode(text);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(text);
  } catch {
    return new TextDecoder("windows-1252").decode(text);
  }
}
