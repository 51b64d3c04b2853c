/**
 * Encodes Convex values as binary strings, one character per byte, in an
 * order-preserving way. Encoded values compare with `<` as `compareValues` of
 * `convex/values` compares the values themselves. SQLite orders them the same
 * way, since UTF-8 preserves the order of code points.
 *
 * No encoded value is a prefix of another, so values can simply be
 * concatenated.
 *
 * The encoding is stored in the database. Changing it requires rebuilding every
 * index.
 */
import type { ConvexJson } from "./convexJson.ts";

/**
 * Greater than any tag, so `[p, p + KEY_MAX)` contains exactly the keys that
 * start with `p`.
 */
export const KEY_MAX = "\xff";

const TAG = {
  undefined: "\x01",
  null: "\x02",
  int64: "\x03",
  float64: "\x04",
  false: "\x05",
  true: "\x06",
  string: "\x07",
  bytes: "\x08",
  array: "\x09",
  object: "\x0a",
} as const;

const END = "\x00";
const STRING_END = "\x00\x00";
const PENDING_COMMIT_TS = TAG.int64 + "\xff\xff\xff\xff\xff\xff\xff\xff";
const PLAIN_STRING = /^[\x01-\x7f]*$/;

// Scratch space for floats; always written before it is read.
const float = new DataView(new ArrayBuffer(8));

/**
 * Returns the key of a value in Convex-JSON. `undefined` (a missing field)
 * sorts first.
 */
export function encodeKey(value: ConvexJson | undefined): string {
  switch (typeof value) {
    case "string":
      return encodeString(value);
    case "number":
      float.setFloat64(0, value);
      return TAG.float64 + encodeFloatBits(float);
    case "boolean":
      return value ? TAG.true : TAG.false;
    case "undefined":
      return TAG.undefined;
    case "object":
      if (value === null) return TAG.null;
      if (Array.isArray(value)) return encodeArray(value);
      return encodeSpecial(value) ?? encodeObject(value);
  }
}

/** Returns the smallest key greater than `key`. */
export function keyAfter(key: string): string {
  return key + "\x00";
}

function encodeString(text: string): string {
  if (PLAIN_STRING.test(text)) return TAG.string + text + STRING_END;
  return TAG.string + escapeZeros(utf8(text)) + STRING_END;
}

/**
 * UTF-8 as a binary string. A lone surrogate gets its own three bytes, so that
 * different strings stay different.
 */
function utf8(text: string): string {
  if (text.isWellFormed()) return Buffer.from(text, "utf8").toString("latin1");
  let bytes = "";
  for (const character of text) {
    const code = character.charCodeAt(0);
    const isLoneSurrogate =
      character.length === 1 && code >= 0xd800 && code <= 0xdfff;
    bytes += isLoneSurrogate
      ? String.fromCharCode(
          0xe0 | (code >> 12),
          0x80 | ((code >> 6) & 0x3f),
          0x80 | (code & 0x3f),
        )
      : Buffer.from(character, "utf8").toString("latin1");
  }
  return bytes;
}

function escapeZeros(bytes: string): string {
  return bytes.includes("\x00") ? bytes.replaceAll("\x00", "\x00\xff") : bytes;
}

/**
 * Big endian. Negative numbers are inverted; others get the sign bit set (IEEE
 * total order).
 */
function encodeFloatBits(view: DataView): string {
  const sign = view.getUint8(0) & 0x80;
  if (sign) {
    view.setUint32(0, ~view.getUint32(0));
    view.setUint32(4, ~view.getUint32(4));
  } else {
    view.setUint8(0, view.getUint8(0) | 0x80);
  }
  return bytesOf(view);
}

function bytesOf(view: DataView): string {
  return String.fromCharCode(
    view.getUint8(0),
    view.getUint8(1),
    view.getUint8(2),
    view.getUint8(3),
    view.getUint8(4),
    view.getUint8(5),
    view.getUint8(6),
    view.getUint8(7),
  );
}

function encodeArray(values: readonly ConvexJson[]): string {
  let key: string = TAG.array;
  for (const value of values) key += encodeKey(value);
  return key + END;
}

function encodeObject(object: Record<string, ConvexJson | undefined>): string {
  let key: string = TAG.object;
  for (const name of Object.keys(object).sort()) {
    key += encodeString(name) + encodeKey(object[name]);
  }
  return key + END;
}

function encodeSpecial(
  object: Record<string, ConvexJson | undefined>,
): string | null {
  for (const name in object) {
    if (name.charCodeAt(0) !== 0x24) return null;
    const content = object[name];
    switch (name) {
      case "$integer":
        return TAG.int64 + encodeInt64(binary(content));
      case "$float":
        return TAG.float64 + encodeFloat(binary(content));
      case "$bytes":
        return TAG.bytes + escapeZeros(binary(content)) + STRING_END;
      case "$commitTs":
        return PENDING_COMMIT_TS;
      case "$undefined":
        return TAG.undefined;
      default:
        return null;
    }
  }
  return null;
}

function binary(base64: ConvexJson | undefined): string {
  if (typeof base64 !== "string") {
    throw new TypeError("Expected base64 text in a Convex-JSON value.");
  }
  return Buffer.from(base64, "base64").toString("latin1");
}

/**
 * Converts little-endian two's complement to big endian with the sign bit
 * flipped.
 */
function encodeInt64(bytes: string): string {
  const reversed = reverse(bytes);
  return String.fromCharCode(reversed.charCodeAt(0) ^ 0x80) + reversed.slice(1);
}

function encodeFloat(bytes: string): string {
  const reversed = reverse(bytes);
  for (let i = 0; i < 8; i++) float.setUint8(i, reversed.charCodeAt(i));
  return encodeFloatBits(float);
}

function reverse(bytes: string): string {
  if (bytes.length !== 8) {
    throw new TypeError(`Expected 8 bytes, got ${bytes.length}.`);
  }
  let reversed = "";
  for (let i = 7; i >= 0; i--) reversed += bytes[i];
  return reversed;
}
