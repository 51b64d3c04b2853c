import type { ExportCell } from "../../../../convex/shared/exports";
import { cutTo } from "../../../../convex/shared/plainText";
import { hyphenated } from "../../../lib/saveFile";

/** A text in the ZIP. */
export interface TextFile {
  name: string;
  input: string;
}

/** A row of a table. */
export type Row = Record<string, ExportCell>;

const json = (rows: readonly Row[]) => `${JSON.stringify(rows, null, 2)}\n`;

/** Writes rows as CSV in UTF-8 (RFC 4180) for spreadsheets. */
export function csv(rows: readonly Row[]): string {
  const names = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) =>
    names.map((name) => cell(row[name])).join(","),
  );
  return `\uFEFF${[names.join(","), ...lines].join("\r\n")}\r\n`;
}

/** Writes a cell. A leading apostrophe keeps spreadsheets from running a text as a formula. */
function cell(value: ExportCell | undefined): string {
  if (typeof value === "number") return String(value);
  const text =
    typeof value === "object" ? (value ?? []).join(", ") : (value ?? "");
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Returns the files of a table, one in JSON and one in CSV. */
export const tableFiles = (table: string, rows: readonly Row[]): TextFile[] => [
  { name: `${table}.json`, input: json(rows) },
  { name: `${table}.csv`, input: csv(rows) },
];

/** The byte order mark tells editors and browsers that a file is in UTF-8. */
export const wordsFile = (name: string, words: string): TextFile => ({
  name,
  input: `\uFEFF${words}\n`,
});

/** Most systems allow 255 bytes in a file name. A UTF-16 unit takes at most three. */
const MOST_UNITS = 60;

/** Returns a path that every system accepts, with the number before the title. */
export function numberedPath(
  folder: string,
  number: number,
  title: string,
  extension: string,
): string {
  const words = cutTo(hyphenated(title), MOST_UNITS);
  return `${folder}/${String(number).padStart(4, "0")}-${words}.${extension}`;
}
