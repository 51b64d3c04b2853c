/**
 * The records of a ZIP whose files are stored without compression. Sizes and
 * checksums are known beforehand, so every byte has a fixed place and any range
 * can be sent alone; libraries that write ZIPs only write them from the start.
 * Uses ZIP64 where the offsets need it.
 */

export interface ZipContent {
  readonly path: string;
  readonly sizeBytes: number; // below 4 GiB
  readonly crc32: number;
}

export interface ZipFile extends ZipContent {
  readonly start: number; // of its header, in the ZIP
}

const UINT32_MAX = 0xffffffff;
const UINT16_MAX = 0xffff;
const UTF8_NAMES = 1 << 11;
const VERSION = 20;
const VERSION_ZIP64 = 45;
/**
 * The system in "version made by". Info-ZIP's unzip takes names from DOS for
 * another alphabet, even those marked as UTF-8.
 */
const MADE_ON_UNIX = 3 << 8;
const PLAIN_FILE = 0o100644;

const HEADER_BYTES = 30;

/** Returns how many bytes a file takes in the ZIP, with its header. */
export const fileBytes = (file: Omit<ZipContent, "crc32">): number =>
  HEADER_BYTES + new TextEncoder().encode(file.path).length + file.sizeBytes;

/** Builds the header that precedes the content. `at` is the time of all files, in ms. */
export function localHeader(entry: ZipContent, at: number) {
  const name = new TextEncoder().encode(entry.path);
  return concat([
    uint32(0x04034b50),
    uint16(VERSION),
    common(entry, at),
    uint16(name.length),
    uint16(0),
    name,
  ]);
}

/** Builds a file's entry in the directory, which lists the files in their order. */
export function directoryRecord(entry: ZipFile, at: number) {
  const offset = entry.start;
  const name = new TextEncoder().encode(entry.path);
  const isFar = offset >= UINT32_MAX;
  const extra = isFar
    ? concat([uint16(1), uint16(8), uint64(offset)])
    : new Uint8Array();
  const version = isFar ? VERSION_ZIP64 : VERSION;
  return concat([
    uint32(0x02014b50),
    uint16(MADE_ON_UNIX | version),
    uint16(version),
    common(entry, at),
    uint16(name.length),
    uint16(extra.length),
    uint16(0), // comment
    uint16(0), // disk
    uint16(0), // internal attributes
    uint16(0), // attributes on DOS
    uint16(PLAIN_FILE),
    uint32(Math.min(offset, UINT32_MAX)),
    name,
    extra,
  ]);
}

/** The fields from the flags to the sizes, which both headers share. */
const common = ({ sizeBytes, crc32 }: ZipContent, at: number) =>
  concat([
    uint16(UTF8_NAMES),
    uint16(0), // stored
    dosTime(at),
    uint32(crc32),
    uint32(sizeBytes),
    uint32(sizeBytes),
  ]);

interface Directory {
  readonly count: number;
  readonly start: number;
  readonly sizeBytes: number;
}

/** Returns the records that end the ZIP, after the directory. */
export function endRecords({ count, start, sizeBytes }: Directory) {
  const end = concat([
    uint32(0x06054b50),
    uint16(0),
    uint16(0),
    uint16(Math.min(count, UINT16_MAX)),
    uint16(Math.min(count, UINT16_MAX)),
    uint32(Math.min(sizeBytes, UINT32_MAX)),
    uint32(Math.min(start, UINT32_MAX)),
    uint16(0),
  ]);
  if (count < UINT16_MAX && start + sizeBytes < UINT32_MAX) return end;
  return concat([
    uint32(0x06064b50),
    uint64(44),
    uint16(MADE_ON_UNIX | VERSION_ZIP64),
    uint16(VERSION_ZIP64),
    uint32(0),
    uint32(0),
    uint64(count),
    uint64(count),
    uint64(sizeBytes),
    uint64(start),
    uint32(0x07064b50), // where the record above is
    uint32(0),
    uint64(start + sizeBytes),
    uint32(1),
    end,
  ]);
}

/** Time and date in UTC, to two seconds. */
function dosTime(at: number) {
  const date = new Date(at);
  const seconds = Math.floor(date.getUTCSeconds() / 2);
  const time =
    (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | seconds;
  const years = date.getUTCFullYear() - 1980;
  const months = date.getUTCMonth() + 1;
  const day = (years << 9) | (months << 5) | date.getUTCDate();
  return concat([uint16(time), uint16(day)]);
}

const uint16 = (value: number) =>
  Uint8Array.of(value & 0xff, (value >>> 8) & 0xff);

const uint32 = (value: number) =>
  concat([uint16(value & UINT16_MAX), uint16(value >>> 16)]);

const uint64 = (value: number) =>
  concat([uint32(value % 2 ** 32), uint32(Math.floor(value / 2 ** 32))]);

export function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(
    parts.reduce((sum, { length }) => sum + length, 0),
  );
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
