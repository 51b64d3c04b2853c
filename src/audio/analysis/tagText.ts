const HEADER_BYTES = 10;
const SIZE_BYTES = 4;
/** Flags of a tag. */
const GUARDED = 0x80;
const EXTENDED = 0x40;
/** The most bytes of a text frame that are read; pictures are not read. */
const MAX_TEXT_BYTES = 1_000;

/**
 * The text of a frame of the ID3 tag in front of an MP3, such as TIT2 for the title; "" if there is
 * none. Versions before 2.3 have other frames and are not read.
 */
export function tagText(bytes: Uint8Array, name: string): string {
  const version = bytes[3] ?? 0;
  const flags = bytes[5] ?? 0;
  if (lettersAt(bytes, 0, 3) !== "ID3" || version < 3 || version > 4) return "";
  const base = version === 4 ? 128 : 256;
  const isGuarded = (flags & GUARDED) !== 0;
  const given = bytes.subarray(0, HEADER_BYTES + sizeAt(bytes, 6, 128));
  // In version 3 the zero bytes are added to the whole tag, in version 4 to single frames.
  const tag = isGuarded && version === 3 ? withoutGuards(given) : given;
  let at = HEADER_BYTES;
  if (flags & EXTENDED)
    at += sizeAt(tag, at, base) + (version === 3 ? SIZE_BYTES : 0);
  while (at + HEADER_BYTES <= tag.length) {
    const length = sizeAt(tag, at + 4, base);
    const from = at + HEADER_BYTES;
    if (lettersAt(tag, at, 4) === name) {
      const most = Math.min(length, MAX_TEXT_BYTES);
      const content = tag.subarray(from, from + most);
      return textOf(isGuarded ? withoutGuards(content) : content);
    }
    if (length === 0) break;
    at = from + length;
  }
  return "";
}

const lettersAt = (bytes: Uint8Array, at: number, count: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + count));

const sizeAt = (bytes: Uint8Array, at: number, base: number): number =>
  bytes
    .subarray(at, at + SIZE_BYTES)
    .reduce((sum, byte) => sum * base + (byte & (base - 1)), 0);

/**
 * Removes the zero that some programs put after each 0xff to keep a tag from looking like a frame
 * of sound.
 */
const withoutGuards = (bytes: Uint8Array): Uint8Array =>
  bytes.filter((byte, at) => byte !== 0 || bytes[at - 1] !== 0xff);

/**
 * Decodes a text frame. Its first byte names the encoding. A frame may hold several texts; only the
 * first is returned.
 */
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
