/** Documents out of JSON Lines, a JSON array or CSV, one by one. */
import type { Readable } from "node:stream";
import { parse } from "csv-parse";
import type { ImportedDocument } from "../database/contract.ts";
import { ImportError, toImportedDocument } from "./importedDocument.ts";

export type TableFormat = "jsonLines" | "jsonArray" | "csv";

const MEBIBYTE = 1024 * 1024;
/** A document of 1 MiB whose text is all escapes. */
const MAX_LINE_BYTES = 8 * MEBIBYTE;
const MAX_ARRAY_BYTES = 32 * MEBIBYTE;
const NEWLINE = 10;

/** `name` is what messages call the file. */
export function readDocuments(
  format: TableFormat,
  stream: Readable,
  name: string,
): AsyncIterable<ImportedDocument> {
  switch (format) {
    case "jsonLines":
      return readJsonLines(stream, name);
    case "jsonArray":
      return readJsonArray(stream, name);
    case "csv":
      return readCsv(stream, name);
  }
}

async function* readJsonLines(
  stream: Readable,
  name: string,
): AsyncGenerator<ImportedDocument> {
  for await (const { text, line, at } of jsonLines(stream, name)) {
    yield toImportedDocument(parseJson(text, at), line, at);
  }
}

/** Lines that are not empty, counted from 1. */
export async function* jsonLines(
  stream: Readable,
  name: string,
): AsyncGenerator<{ text: string; line: number; at: string }> {
  let line = 0;
  for await (const bytes of splitLines(stream, name)) {
    line += 1;
    const text = bytes.toString().trim();
    if (text !== "") yield { text, line, at: `${name}, line ${line}` };
  }
}

export function parseJson(text: string, at: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ImportError(`${at}: not JSON. ${reason}`);
  }
}

/** Only a line feed ends a line: texts may hold every other separator. */
async function* splitLines(
  stream: Readable,
  name: string,
): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  let restBytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(NEWLINE, start);
      if (end < 0) break;
      yield Buffer.concat([...rest, chunk.subarray(start, end)]);
      rest = [];
      restBytes = 0;
      start = end + 1;
    }
    rest.push(chunk.subarray(start));
    restBytes += chunk.length - start;
    if (restBytes > MAX_LINE_BYTES) {
      throw new ImportError(
        `${name} has a line of more than ${MAX_LINE_BYTES / MEBIBYTE} MiB.`,
      );
    }
  }
  if (restBytes > 0) yield Buffer.concat(rest);
}

async function* readJsonArray(
  stream: Readable,
  name: string,
): AsyncGenerator<ImportedDocument> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes > MAX_ARRAY_BYTES) {
      throw new ImportError(
        `${name} has more than ${MAX_ARRAY_BYTES / MEBIBYTE} MiB: write it as JSON Lines, one document per line.`,
      );
    }
    chunks.push(chunk);
  }
  const json = parseJson(Buffer.concat(chunks).toString(), name);
  if (!Array.isArray(json)) {
    throw new ImportError(`${name} is not a JSON array of documents.`);
  }
  for (const [index, item] of json.entries()) {
    const at = `${name}, document ${index + 1}`;
    yield toImportedDocument(item, index + 1, at);
  }
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

async function* readCsv(
  stream: Readable,
  name: string,
): AsyncGenerator<ImportedDocument> {
  const parser = stream.pipe(
    parse({ columns: true, bom: true, info: true, skip_empty_lines: true }),
  );
  stream.on("error", (error) => parser.destroy(error));
  try {
    // With `info`, records come with the line they end at.
    const records = parser as AsyncIterable<{
      record: Record<string, string>;
      info: { lines: number };
    }>;
    for await (const { record, info } of records) {
      const at = `${name}, line ${info.lines}`;
      const fields = Object.entries(record).map(([field, text]) => [
        field,
        field !== "_id" && NUMBER.test(text) ? Number(text) : text,
      ]);
      yield toImportedDocument(Object.fromEntries(fields), info.lines, at);
    }
  } catch (error) {
    if (error instanceof ImportError || !(error instanceof Error)) throw error;
    throw new ImportError(`${name}: ${error.message}`);
  }
}
