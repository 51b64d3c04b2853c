/**
 * The files of an export, in the order in which they are written. The sounds come first, because
 * the tables and index.html name only the sounds that still existed.
 */
import type {
  ExportSound,
  ExportTable,
} from "../../../../convex/shared/exports";
import type { Language } from "../../../../convex/shared/validators";
import type { ExportTexts } from "../../../texts/useExportTexts";
import { indexPages, type ListedSound } from "./indexPage";
import type { TableItem, Tables } from "./readTables";
import { numberedPath, tableFiles, wordsFile, type Row } from "./tables";

export interface ZipEntry {
  name: string;
  input: string | Uint8Array<ArrayBuffer>;
}

interface EntryOptions {
  language: Language;
  texts: ExportTexts["page"];
  /** Resolves to null if the file is gone. */
  load: (sound: ExportSound) => Promise<Uint8Array<ArrayBuffer> | null>;
}

export async function* zipEntries(
  tables: Tables,
  { load, ...page }: EntryOptions,
): AsyncGenerator<ZipEntry> {
  const sounds: ListedSound[] = [];
  const missing: string[] = [];
  for (const [table, items] of tables) {
    const rows: Row[] = [];
    for (const [at, item] of items.entries()) {
      const { sound, title } = item;
      const bytes = sound && (await load(sound));
      if (sound && bytes === null) missing.push(title);
      const paths = pathsOf(
        table,
        at + 1,
        bytes ? item : { ...item, sound: null },
      );
      if (bytes && paths.sound) {
        yield { name: paths.sound, input: bytes };
        sounds.push({ path: paths.sound, title, wordsPath: paths.words });
      }
      yield* textsOf(item, paths);
      rows.push(withPaths(table, item.row, paths));
    }
    yield* tableFiles(table, rows);
  }
  const [account] = tables.get("account") ?? [];
  const username = String(account?.row.username ?? "");
  yield* indexPages({ ...page, username }, sounds, missing);
}

interface Paths {
  sound: string | null;
  words: string | null;
  olderWords: string | null;
}

function pathsOf(
  table: ExportTable,
  number: number,
  { title, sound, words, olderWords }: TableItem,
): Paths {
  const path = (folder: string, extension: string) =>
    numberedPath(`${folder}/${table}`, number, title, extension);
  const wordsPath = path("words", "txt");
  return {
    sound: sound && path("audio", sound.extension),
    words: words === null ? null : wordsPath,
    olderWords:
      olderWords === null ? null : wordsPath.replace(/\.txt$/, "-older.txt"),
  };
}

function* textsOf({ words, olderWords }: TableItem, paths: Paths) {
  if (words !== null && paths.words) yield wordsFile(paths.words, words);
  if (olderWords !== null && paths.olderWords) {
    yield wordsFile(paths.olderWords, olderWords);
  }
}

/** Fills in the columns that name files. For a draft, that is the text file with its words. */
function withPaths(table: ExportTable, row: Row, paths: Paths): Row {
  const files: Row = {
    file: table === "drafts" ? paths.words : paths.sound,
    words: paths.words,
    olderFile: paths.olderWords,
  };
  const filled = Object.keys(row).map((column) => [
    column,
    files[column] ?? row[column] ?? null,
  ]);
  return Object.fromEntries(filled) as Row; // it has the same columns
}
