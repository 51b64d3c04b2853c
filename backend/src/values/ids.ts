/**
 * Document ids in Convex's format, so that data keeps its ids when it moves
 * between the two.
 *
 * An id is lower-case Crockford base32 of the table number as a varint, 16
 * bytes, and a checksum of two bytes. It has 31 characters for table numbers
 * below 128, else 32. It is safe in URLs, and the checksum detects typing
 * errors.
 *
 * The 16 bytes start with the time, as in UUID version 7 (RFC 9562, section
 * 5.7). New documents are therefore adjacent in the index of ids, and a commit
 * writes few pages. The ten random bytes after it make ids unguessable.
 */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const TIME_BYTES = 6;
export const RANDOM_BYTES = 10;
const CHECKSUM_BYTES = 2;
export const MAX_TABLE_NUMBER = 16_383;

const CODE_TO_DIGIT = new Int8Array(128).fill(-1);
for (let digit = 0; digit < ALPHABET.length; digit++) {
  CODE_TO_DIGIT[ALPHABET.charCodeAt(digit)] = digit;
}

/**
 * Makes an id. `nowMs` is milliseconds since the epoch; `random` must be 10
 * bytes.
 * @throws RangeError for a bad table number or the wrong number of random bytes
 */
export function encodeId(
  tableNumber: number,
  nowMs: number,
  random: Uint8Array,
): string {
  if (random.length !== RANDOM_BYTES) {
    throw new RangeError(`An id takes ${RANDOM_BYTES} random bytes.`);
  }
  const head = varint(tableNumber);
  const bytes = new Uint8Array(
    head.length + TIME_BYTES + RANDOM_BYTES + CHECKSUM_BYTES,
  );
  bytes.set(head);
  const time = new DataView(bytes.buffer, head.length);
  const wholeMs = Math.max(0, Math.floor(nowMs));
  time.setUint16(0, wholeMs / 2 ** 32);
  time.setUint32(2, wholeMs);
  bytes.set(random, head.length + TIME_BYTES);
  const sum = checksum(bytes.subarray(0, -CHECKSUM_BYTES));
  bytes[bytes.length - 2] = sum & 0xff;
  bytes[bytes.length - 1] = sum >> 8;
  return toBase32(bytes);
}

/** Returns the table number of a well-formed id, or null. */
export function tableNumberOf(id: string): number | null {
  if (id.length !== 31 && id.length !== 32) return null;
  const bytes = fromBase32(id);
  if (bytes === null) return null;
  const sum = checksum(bytes.subarray(0, -CHECKSUM_BYTES));
  const first = bytes[0] ?? 0;
  const second = bytes[1] ?? 0;
  const isChecked =
    bytes[bytes.length - 2] === (sum & 0xff) &&
    bytes[bytes.length - 1] === sum >> 8;
  if (!isChecked) return null;
  if (id.length === 31) return first > 0 && first < 0x80 ? first : null;
  const isTwoBytes = first >= 0x80 && second > 0 && second < 0x80;
  return isTwoBytes ? (first & 0x7f) | (second << 7) : null;
}

/** Returns the number of characters in the ids of a table. */
export function idLength(tableNumber: number): 31 | 32 {
  return tableNumber < 0x80 ? 31 : 32;
}

function varint(tableNumber: number): number[] {
  const isValid =
    Number.isInteger(tableNumber) &&
    tableNumber > 0 &&
    tableNumber <= MAX_TABLE_NUMBER;
  if (!isValid) {
    throw new RangeError(
      `Table number ${tableNumber} is not between 1 and ${MAX_TABLE_NUMBER}.`,
    );
  }
  return tableNumber < 0x80
    ? [tableNumber]
    : [(tableNumber & 0x7f) | 0x80, tableNumber >> 7];
}

/** Fletcher checksum modulo 256. It detects any single wrong character. */
function checksum(bytes: Uint8Array): number {
  let low = 0;
  let high = 0;
  for (const byte of bytes) {
    low = (low + byte) & 0xff;
    high = (high + low) & 0xff;
  }
  return (high << 8) | low;
}

function toBase32(bytes: Uint8Array): string {
  let text = "";
  let bits = 0;
  let count = 0;
  for (const byte of bytes) {
    bits = (bits << 8) | byte;
    count += 8;
    while (count >= 5) {
      count -= 5;
      text += ALPHABET[(bits >> count) & 31];
    }
    bits &= (1 << count) - 1;
  }
  return count > 0 ? text + ALPHABET[(bits << (5 - count)) & 31] : text;
}

function fromBase32(text: string): Uint8Array | null {
  const bytes = new Uint8Array((text.length * 5) >> 3);
  let bits = 0;
  let count = 0;
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    const digit = CODE_TO_DIGIT[text.charCodeAt(i)] ?? -1;
    if (digit < 0) return null;
    bits = (bits << 5) | digit;
    count += 5;
    if (count >= 8) {
      count -= 8;
      bytes[length++] = bits >> count;
      bits &= (1 << count) - 1;
    }
  }
  // Accept one spelling only: the bits that pad the last character must be
  // zero.
  return bits === 0 ? bytes : null;
}
