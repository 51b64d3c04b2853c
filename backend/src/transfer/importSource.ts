/**
 * Reads the contents of an import file: tables of documents, and stored files.
 */
import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import type { ImportedDocument } from "../database/contract.ts";
import { tableNumberOf } from "../values/ids.ts";
import {
  jsonLines,
  parseJson,
  readDocuments,
  type TableFormat,
} from "./documentFiles.ts";
import { ImportError } from "./importedDocument.ts";

export interface SourceTable {
  readonly component: string;
  readonly table: string;
  readonly isEmpty: boolean;
  /** The table number in the ids of the table's documents; null if they have no ids. */
  readonly idNumber: number | null;
  readonly documents: () => AsyncIterable<ImportedDocument>;
}

/** The `_storage` table of a component, with the bytes of its files. */
export interface SourceStorage extends SourceTable {
  /**
   * Opens the bytes of a stored file. Resolves to null if the import lacks
   * them.
   */
  open(storageId: string): Promise<Readable | null>;
}

/** An opened import file. Dispose of it when done; its streams then end too. */
export interface ImportSource extends AsyncDisposable {
  readonly tables: readonly SourceTable[];
  readonly storages: readonly SourceStorage[];
}

/**
 * Opens a file that holds one table.
 * @throws ImportError if its first document is malformed
 */
export async function openTableFile(
  file: string,
  format: TableFormat,
  { component, table }: { component: string; table: string },
): Promise<ImportSource> {
  const read = () => readDocuments(format, createReadStream(file), table);
  const only: SourceTable = {
    component,
    table,
    ...(await peek(read())),
    documents: read,
  };
  return {
    tables: [only],
    storages: [],
    [Symbol.asyncDispose]: async () => undefined,
  };
}

/**
 * Opens a snapshot as written by `exportEntries`. Its tables go below
 * `component`.
 * @throws ImportError if it is not a ZIP file or holds no tables
 */
export async function openZipSource(
  file: string,
  component: string,
): Promise<ImportSource> {
  const zip = await openPromise(file, {
    lazyEntries: true,
    autoClose: false,
  }).catch((error: unknown) => {
    throw new ImportError(`The file is no readable ZIP file: ${String(error)}`);
  });
  try {
    return await readContents(zip, component);
  } catch (error) {
    zip.close();
    throw error;
  }
}

interface Folder {
  readonly component: string;
  readonly name: string;
  readonly files: Map<string, Entry>;
}

async function readContents(zip: ZipFile, base: string): Promise<ImportSource> {
  const folders = await readFolders(zip, base);
  const numbers = await readTableNumbers(zip, folders);
  const tables: SourceTable[] = [];
  const storages: SourceStorage[] = [];
  for (const { component, name, files } of folders) {
    const documents = files.get("documents.jsonl");
    if (documents === undefined) continue;
    if (name.startsWith("_") && name !== "_storage") continue;
    const read = () => readEntry(zip, documents);
    const peeked = await peek(read());
    const idNumber =
      peeked.idNumber ?? numbers.get(`${component}|${name}`) ?? null;
    const table = { component, table: name, documents: read };
    if (name === "_storage") {
      const byId = filesById(files);
      const open = async (id: string) => {
        const entry = byId.get(id);
        return entry === undefined
          ? null
          : await zip.openReadStreamPromise(entry);
      };
      storages.push({ ...table, ...peeked, idNumber, open });
    } else {
      tables.push({ ...table, ...peeked, idNumber });
    }
  }
  if (tables.length + storages.length === 0) {
    throw new ImportError(
      "The ZIP file has no tables; they must be named <table>/documents.jsonl.",
    );
  }
  const close = async () => zip.close();
  return { tables, storages, [Symbol.asyncDispose]: close };
}

/**
 * Groups entries by table. Each component has a folder `_components/<name>/`,
 * within the folder of its parent.
 */
async function readFolders(zip: ZipFile, base: string): Promise<Folder[]> {
  const folders = new Map<string, Folder>();
  for await (const entry of zip.eachEntry()) {
    const parts = entry.fileName.split("/");
    const file = parts.pop();
    const name = parts.pop();
    if (file === undefined || file === "" || name === undefined) continue;
    const own = parts.filter((part) => part !== "_components").join("/");
    if (own !== "" && parts[0] !== "_components") continue;
    const component = [base, own].filter((part) => part !== "").join("/");
    const key = `${component}|${name}`;
    const folder = folders.get(key) ?? { component, name, files: new Map() };
    folder.files.set(file, entry);
    folders.set(key, folder);
  }
  return [...folders.values()];
}

/**
 * Reads `_tables/documents.jsonl`, which has the numbers of empty tables too.
 */
async function readTableNumbers(
  zip: ZipFile,
  folders: readonly Folder[],
): Promise<Map<string, number>> {
  const numbers = new Map<string, number>();
  for (const { component, name, files } of folders) {
    const entry = files.get("documents.jsonl");
    if (name !== "_tables" || entry === undefined) continue;
    const stream = await zip.openReadStreamPromise(entry);
    for await (const { text, at } of jsonLines(stream, entry.fileName)) {
      const row = parseJson(text, at) as {
        name?: unknown;
        id?: unknown;
      } | null;
      if (typeof row?.name === "string" && typeof row.id === "number") {
        numbers.set(`${component}|${row.name}`, row.id);
      }
    }
  }
  return numbers;
}

async function* readEntry(
  zip: ZipFile,
  entry: Entry,
): AsyncGenerator<ImportedDocument> {
  const stream = await zip.openReadStreamPromise(entry);
  try {
    yield* readDocuments("jsonLines", stream, entry.fileName);
  } finally {
    stream.destroy();
  }
}

/**
 * Indexes stored files by id. A file is named after its id, perhaps with an
 * extension.
 */
function filesById(files: ReadonlyMap<string, Entry>): Map<string, Entry> {
  return new Map(
    [...files].map(([name, entry]) => [name.replace(/\..*$/, ""), entry]),
  );
}

/**
 * Reads the first document to see whether there is one, and which table number
 * its id has.
 */
async function peek(
  documents: AsyncIterable<ImportedDocument>,
): Promise<Pick<SourceTable, "isEmpty" | "idNumber">> {
  for await (const { id } of documents) {
    return { isEmpty: false, idNumber: id === null ? null : tableNumberOf(id) };
  }
  return { isEmpty: true, idNumber: null };
}
