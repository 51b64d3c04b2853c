/**
 * One import, from the uploaded file to the tables in use:
 *   1. look into the file: which tables, which numbers within ids;
 *   2. tell what will be lost, and wait until that is confirmed;
 *   3. write documents into hidden tables, bytes of files beside those in use;
 *   4. take all of it into use at once.
 * Up to 4 nobody sees anything; a failure before leaves everything as it was.
 */
import type { DiskFileStore, FilesPresent } from "../files/diskFileStore.ts";
import type { FunctionRuntime } from "../functions/contract.ts";
import type {
  ImportLosses,
  TransferRuntime,
} from "../functions/transferContract.ts";
import type { ImportedDocument, ImportTable } from "../database/contract.ts";
import type {
  ImportSource,
  SourceStorage,
  SourceTable,
} from "./importSource.ts";
import { ImportError } from "./importedDocument.ts";
import { StorageImport } from "./importStorage.ts";

export type ImportRuntime = TransferRuntime &
  Pick<FunctionRuntime, "deployment" | "fileUuids" | "findFileByUuid">;

export type ImportMode = ImportTable["mode"] | "replaceAll";

export interface ImportProgress {
  /** Resolves when whoever imports accepts the loss. */
  confirm(message: string): Promise<void>;
  /** What goes on now; not every call needs to be shown. */
  now(message: string): Promise<void>;
  /** What is done, to be kept on the screen. */
  done(message: string): Promise<void>;
}

const DOCUMENTS_AT_A_TIME = 200;
const CHARACTERS_AT_A_TIME = 512 * 1024;

export class ImportRun {
  readonly #runtime: ImportRuntime;
  readonly #files: DiskFileStore;
  readonly #progress: ImportProgress;
  readonly #storage: StorageImport;
  #documents = 0;

  constructor(
    runtime: ImportRuntime,
    files: DiskFileStore,
    progress: ImportProgress,
  ) {
    this.#runtime = runtime;
    this.#files = files;
    this.#progress = progress;
    this.#storage = new StorageImport(runtime, files);
  }

  /** How many documents there are now more. */
  async run(source: ImportSource, mode: ImportMode): Promise<number> {
    const present = await this.#files.prepare();
    try {
      await this.#write(source, mode);
      await this.#progress.now("Taking everything into use");
      await this.#runtime.finishImport();
    } catch (error) {
      await this.#runtime.abandonImport();
      await this.#files.remove(this.#storage.writtenUuids);
      throw error;
    }
    await this.#removeLostFiles(present);
    return this.#documents;
  }

  async #write(source: ImportSource, mode: ImportMode): Promise<void> {
    const tables = source.tables.filter((table) => this.#isWanted(table, mode));
    const storages = source.storages.filter(
      (storage) => !storage.isEmpty || mode === "replaceAll",
    );
    const planned = [
      ...tables,
      ...storages.flatMap((storage) => [
        storage,
        { ...storage, table: "_files", idNumber: null },
      ]),
    ];
    const losses = await this.#runtime.beginImport({
      tables: planned.map(({ component, table, idNumber }) => ({
        component,
        table,
        idNumber,
        mode: mode === "replaceAll" ? "replace" : mode,
      })),
      clearedComponents:
        mode === "replaceAll"
          ? (this.#runtime.deployment?.components ?? [{ path: "" }]).map(
              ({ path }) => path,
            )
          : [],
    });
    const message = lossMessage(losses);
    if (message !== null) await this.#progress.confirm(message);
    for (const [index, table] of tables.entries()) {
      await this.#read(table, (chunk) =>
        this.#runtime.addToImport(index, chunk),
      );
    }
    for (const [index, storage] of storages.entries()) {
      const at = tables.length + 2 * index;
      await this.#read(storage, (chunk) => this.#addFiles(at, storage, chunk));
    }
  }

  async #addFiles(
    at: number,
    storage: SourceStorage,
    documents: readonly ImportedDocument[],
  ): Promise<void> {
    for (const one of documents) {
      const { document, file } = await this.#storage.add(storage, one);
      await this.#runtime.addToImport(at, [document]);
      await this.#runtime.addToImport(at + 1, [file]);
    }
  }

  /** Empty tables matter where something is replaced; data of no component is refused. */
  #isWanted({ component, table, isEmpty }: SourceTable, mode: ImportMode) {
    const { deployment } = this.#runtime;
    const isMounted =
      component === "" ||
      deployment?.components.some(({ path }) => path === component) === true;
    if (!isMounted && !isEmpty) {
      throw new ImportError(
        `The table "${table}" belongs to the component "${component}", which is not deployed here. Deploy the app first.`,
      );
    }
    return !isEmpty || (mode === "replace" && isMounted);
  }

  async #read(
    { component, table, documents }: SourceTable,
    add: (chunk: ImportedDocument[]) => Promise<void>,
  ): Promise<void> {
    const name = component === "" ? table : `${component}/${table}`;
    let count = 0;
    for await (const chunk of inChunks(documents())) {
      await add(chunk);
      count += chunk.length;
      await this.#progress.now(`Importing "${name}" (${count} documents)`);
    }
    this.#documents += count;
    await this.#progress.done(`Read ${count} documents of "${name}"`);
  }

  /** Bytes that were there before and that no row names any more. */
  async #removeLostFiles({ uuids }: FilesPresent): Promise<void> {
    const known = await this.#runtime.fileUuids();
    await this.#files.sweep({ uuids, unfinished: [] }, known);
  }
}

async function* inChunks(
  documents: AsyncIterable<ImportedDocument>,
): AsyncGenerator<ImportedDocument[]> {
  let chunk: ImportedDocument[] = [];
  let characters = 0;
  for await (const document of documents) {
    chunk.push(document);
    characters += JSON.stringify(document.value).length;
    if (
      chunk.length < DOCUMENTS_AT_A_TIME &&
      characters < CHARACTERS_AT_A_TIME
    ) {
      continue;
    }
    yield chunk;
    chunk = [];
    characters = 0;
  }
  if (chunk.length > 0) yield chunk;
}

function lossMessage(losses: ImportLosses): string | null {
  // Rows of `_files` are one for each of `_storage`.
  const shown = losses.filter(({ table }) => table !== "_files");
  if (shown.length === 0) return null;
  const lines = shown.map(({ component, table, documents }) => {
    const name = component === "" ? table : `${component}/${table}`;
    return `  ${name}: ${documents} ${documents === 1 ? "document" : "documents"}`;
  });
  return ["The import deletes what these tables hold now:", ...lines].join(
    "\n",
  );
}
