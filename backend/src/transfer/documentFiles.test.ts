import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { readDocuments, type TableFormat } from "./documentFiles.ts";

const MEBIBYTE = 1024 * 1024;

/** A file that counts how much of it has been read. */
function makeFile(parts: Iterable<string>) {
  const file = { readBytes: 0, stream: Readable.from(chunks()) };
  function* chunks(): Generator<Buffer> {
    for (const part of parts) {
      const chunk = Buffer.from(part);
      file.readBytes += chunk.length;
      yield chunk;
    }
  }
  return file;
}

function* repeat(part: string, sizeBytes: number): Generator<string> {
  for (let at = 0; at < sizeBytes; at += Buffer.byteLength(part)) yield part;
}

function* join(...pieces: Iterable<string>[]): Generator<string> {
  for (const piece of pieces) yield* piece;
}

async function readAll(format: TableFormat, stream: Readable) {
  const values = [];
  for await (const { value, line } of readDocuments(format, stream, "beats"))
    values.push({ value, line });
  return values;
}

const LONG = "x".repeat(64 * 1024);

test("reads rows, quoted line breaks and numbers from CSV", async () => {
  const { stream } = makeFile([
    "\uFEFFname,n\r\n",
    '"two\nlines",1\r\n\r\n',
    '"धु""न",-2.5',
  ]);
  expect(await readAll("csv", stream)).toEqual([
    { value: { name: "two\nlines", n: 1 }, line: 3 },
    { value: { name: 'धु"न', n: -2.5 }, line: 5 },
  ]);
});

// The header follows an empty line, because csv-parse is slow until it has seen
// how lines end.
test.each<[string, TableFormat, Iterable<string>, string]>([
  ["a JSON line", "jsonLines", repeat(LONG, 64 * MEBIBYTE), "line"],
  [
    "a quoted CSV field",
    "csv",
    join(["a\n", '"'], repeat(`${LONG}\n`, 64 * MEBIBYTE)),
    "row",
  ],
  [
    "a CSV field in a script of three bytes a character",
    "csv",
    join(["a\n"], repeat("धुन".repeat(8_000), 64 * MEBIBYTE)),
    "row",
  ],
  [
    "a CSV row of empty fields",
    "csv",
    join(["a,b\n"], repeat(",".repeat(64 * 1024), 64 * MEBIBYTE)),
    "row",
  ],
  [
    "a CSV header",
    "csv",
    join(["\n"], repeat(`${LONG},`, 64 * MEBIBYTE)),
    "row",
  ],
])("stops reading %s that does not end", async (_name, format, parts, what) => {
  const file = makeFile(parts);
  await expect(readAll(format, file.stream)).rejects.toThrow(
    `beats has a ${what} of more than 8 MiB.`,
  );
  expect(file.readBytes).toBeLessThan(16 * MEBIBYTE);
  expect(file.stream.destroyed).toBe(true);
});

test("reads a CSV file that is longer than a row may be", async () => {
  const row = `${"x".repeat(MEBIBYTE)}\n`;
  const { stream } = makeFile(join(["a\n"], repeat(row, 12 * MEBIBYTE)));
  expect(await readAll("csv", stream)).toHaveLength(12);
});

test("reads a CSV file with many empty lines", async () => {
  const empty = "\n".repeat(64 * 1024);
  const { stream } = makeFile(
    join(["a\n1\n"], repeat(empty, 12 * MEBIBYTE), ["2"]),
  );
  const values = await readAll("csv", stream);
  expect(values.map(({ value }) => value)).toEqual([{ a: 1 }, { a: 2 }]);
});

test("closes a CSV file that is not read to its end", async () => {
  const { stream } = makeFile(join(["a\n"], repeat("1\n", MEBIBYTE)));
  for await (const { value } of readDocuments("csv", stream, "beats")) {
    expect(value).toEqual({ a: 1 });
    break;
  }
  await expect.poll(() => stream.destroyed).toBe(true);
});

test("passes on that a CSV file cannot be read", async () => {
  const { stream } = makeFile(["a\n1\n"]);
  stream.destroy(new Error("disk on fire"));
  await expect(readAll("csv", stream)).rejects.toThrow("beats: disk on fire");
});
