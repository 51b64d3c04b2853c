/**
 * The ZIP file of `npx convex export`:
 *
 *     README.md
 *     _tables/documents.jsonl             {"name","id"}: numbers within ids
 *     <table>/documents.jsonl             one document per line, Convex-JSON
 *     <table>/generated_schema.jsonl
 *     _storage/documents.jsonl            with --include-file-storage
 *     _storage/<storage id>
 *     _components/<name>/...              the same for each component
 */
import { setImmediate } from "node:timers/promises";
import type { DiskFileStore } from "../files/diskFileStore.ts";
import type { Storage, StoredTable } from "../storage/storage.ts";
import { fileContent, type ZipContent } from "./zipWriter.ts";

const README = `# Snapshot of a Convex deployment

Import it with \`npx convex import --replace-all <this file>\`, here or on any
other Convex deployment that has the same schema. Tables of components are under
\`_components\`. Code, environment variables and scheduled functions are not
included.
`;

const ROWS_AT_A_TIME = 100;

/** The parts of a `_files` row that exports and backups need. */
export interface StoredFileRow {
  readonly storageId: string;
  readonly uuid: string;
  readonly size: number;
  readonly sha256Hex: string;
}

/**
 * Yields the entries of an export. Reads `storage` lazily, so keep it open
 * until the ZIP file is written.
 */
export async function* exportEntries(
  storage: Storage,
  files: Pick<DiskFileStore, "path">,
  options: { includeStorage: boolean },
): AsyncGenerator<ZipContent> {
  yield { name: "README.md", content: README };
  const byComponent = Map.groupBy(
    storage.tables().filter(({ name }) => /^[A-Za-z]|^_/.test(name)),
    ({ component }) => component,
  );
  for (const [component, tables] of byComponent) {
    const prefix = componentPrefix(component);
    const own = tables.filter(({ name }) => !name.startsWith("_"));
    const named = tables.find(({ name }) => name === "_storage");
    yield {
      name: `${prefix}_tables/documents.jsonl`,
      content: tableLines([...own, ...(named ? [named] : [])]),
    };
    for (const table of own) {
      const folder = `${prefix}${table.name}`;
      yield {
        name: `${folder}/documents.jsonl`,
        content: documentLines(storage, table),
      };
      yield {
        name: `${folder}/generated_schema.jsonl`,
        content: '"uniform"\n',
      };
    }
    if (options.includeStorage) {
      yield* storageEntries(storage, files, tables, prefix);
    }
  }
}

async function* storageEntries(
  storage: Storage,
  files: Pick<DiskFileStore, "path">,
  tables: readonly StoredTable[],
  prefix: string,
): AsyncGenerator<ZipContent> {
  const documents = tables.find(({ name }) => name === "_storage");
  const rows = tables.find(({ name }) => name === "_files");
  const uuids = new Map<string, string>();
  for await (const texts of rows ? documentTexts(storage, rows) : []) {
    for (const { storageId, uuid } of texts.map(toFileRow)) {
      uuids.set(storageId, uuid);
    }
  }
  yield {
    name: `${prefix}_storage/documents.jsonl`,
    content: storageLines(storage, documents, uuids),
  };
  for (const [storageId, uuid] of uuids) {
    yield {
      name: `${prefix}_storage/${storageId}`,
      content: fileContent(files.path(uuid)),
      isStored: true,
    };
  }
}

/**
 * Adds `internalId`, the uuid in a file's URL, so that URLs still work after an
 * import.
 */
async function* storageLines(
  storage: Storage,
  table: StoredTable | undefined,
  uuids: ReadonlyMap<string, string>,
): AsyncGenerator<string> {
  for await (const texts of table ? documentTexts(storage, table) : []) {
    for (const text of texts) {
      // Only `insertFile` and imports write these documents.
      const document = JSON.parse(text) as { _id: string };
      const internalId = uuids.get(document._id);
      yield `${JSON.stringify({ ...document, internalId })}\n`;
    }
  }
}

/** Yields the documents of a table as JSON text, in chunks. */
export async function* documentTexts(
  storage: Storage,
  { number }: StoredTable,
): AsyncGenerator<string[]> {
  let after = "";
  for (;;) {
    const rows = storage.documentsAfter(number, after, ROWS_AT_A_TIME);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(({ json }) => json);
    after = last.id;
    // Let the other requests on this thread run.
    await setImmediate();
  }
}

async function* documentLines(
  storage: Storage,
  table: StoredTable,
): AsyncGenerator<string> {
  for await (const texts of documentTexts(storage, table)) {
    yield `${texts.join("\n")}\n`;
  }
}

export function toFileRow(text: string): StoredFileRow {
  // Every `_files` row has this shape. Only `insertFile` and imports write them.
  return JSON.parse(text) as StoredFileRow;
}

function tableLines(tables: readonly StoredTable[]): string {
  return tables
    .map(({ name, idNumber: id }) => `${JSON.stringify({ name, id })}\n`)
    .join("");
}

function componentPrefix(component: string): string {
  if (component === "") return "";
  return component
    .split("/")
    .map((name) => `_components/${name}/`)
    .join("");
}
