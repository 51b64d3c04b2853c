import { expect, test } from "vitest";
import { crc32 } from "./crc32";
import {
  directoryRecord,
  endRecords,
  fileBytes,
  localHeader,
} from "./zipFormat";

const GIB = 2 ** 30;

test("CRC-32 has its published check value, also in two runs", () => {
  const bytes = new TextEncoder().encode("123456789");
  expect(crc32(bytes)).toBe(0xcbf43926);
  expect(crc32(bytes.subarray(4), crc32(bytes.subarray(0, 4)))).toBe(
    0xcbf43926,
  );
});

test("a file takes its header, its name in UTF-8 and its content", () => {
  const file = { path: "audio/गली.txt", sizeBytes: 7, crc32: 1 };
  expect(localHeader(file, 0).length + 7).toBe(fileBytes(file));
});

test("files are marked as made on Unix, where everyone may read them", () => {
  const file = { path: "गली.txt", sizeBytes: 7, crc32: 1, start: 0 };
  const record = new DataView(directoryRecord(file, 0).buffer);
  expect(record.getUint8(5)).toBe(3);
  expect(record.getUint16(40, true).toString(8)).toBe("100644");
});

test("offsets above 4 GiB are written as ZIP64", () => {
  const file = { path: "c", sizeBytes: 3 * GIB, crc32: 0, start: 6 * GIB };
  const record = new DataView(directoryRecord(file, 0).buffer);
  expect(record.getUint32(42, true)).toBe(0xffffffff);
  expect(Number(record.getBigUint64(46 + 1 + 4, true))).toBe(6 * GIB);

  const end = endRecords({ count: 3, start: 9 * GIB, sizeBytes: 300 });
  const view = new DataView(end.buffer);
  expect(view.getUint32(0, true)).toBe(0x06064b50);
  expect(Number(view.getBigUint64(48, true))).toBe(9 * GIB);
});
