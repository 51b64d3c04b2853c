/** Reads documents from JSON Lines, a JSON array or CSV, one at a time. */
import { pipeline, type Readable, type TransformOptions } from "node:stream";
import { type Info, type Options, parse } from "csv-parse";
import type { ImportedDocument } from "../database/contract.ts";
import { ImportError, toImportedDocument } from "./importedDocument.ts";
import { errorText } from "../log/errorText.ts";

export type TableFormat = "jsonLines" | "jsonArray" | "csv";

const MEBIBYTE = 1024 * 1024;
/**
 * Limit for a line of JSON Lines and a row of CSV. Large enough for a document of 1
 * MiB whose text consists of escapes.
 */
const MAX_LINE_BYTES = 8 * MEBIBYTE;
const MAX_ARRAY_BYTES = 32 * MEBIBYTE;
const NEWLINE = 10;

/**
 * Reads the documents of a file. `name` is what error messages call it.
 * @throws ImportError while reading, with the line of the bad document
 */
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

/** Yields the lines that are not empty, numbered from 1. */
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
    const reason = errorText(error);
    throw new ImportError(`${at}: not JSON. ${reason}`);
  }
}

/**
 * Only a line feed ends a line, because text may contain any other separator.
 */
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

const CSV_OPTIONS: Options & TransformOptions = {
  columns: true,
  bom: true,
  info: true,
  skip_empty_lines: true,
  // Takes the next chunk only after parsing the last one.
  writableHighWaterMark: 1,
};

async function* readCsv(
  stream: Readable,
  name: string,
): AsyncGenerator<ImportedDocument> {
  const parser = parse(CSV_OPTIONS);
  const chunks = withinRowLimit(stream, parser.info, name);
  // If one of the streams fails, the parser fails with the same error.
  pipeline(chunks, parser, () => undefined);
  try {
    // With `info`, each record comes with the number of its last line.
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

/**
 * Passes chunks on until a row gets too long. `info` tells how far they have
 * been parsed. The parser's own limit would not do: it counts only the text of
 * fields, so a row of empty fields could grow without end.
 */
async function* withinRowLimit(
  stream: Readable,
  info: Info,
  name: string,
): AsyncGenerator<Buffer> {
  let rowsParsed = 0;
  let rowBytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    yield chunk;
    const rows = info.records + info.empty_lines;
    rowBytes = rows === rowsParsed ? rowBytes + chunk.length : 0;
    rowsParsed = rows;
    if (rowBytes > MAX_LINE_BYTES) {
      throw new ImportError(
        `${name} has a row of more than ${MAX_LINE_BYTES / MEBIBYTE} MiB.`,
      );
    }
  }
}
