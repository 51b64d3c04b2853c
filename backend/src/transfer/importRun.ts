/**
 * Runs one import, from the uploaded file to visible tables:
 * 1. Look into the file: which tables it holds, and which table numbers their ids
 *    contain.
 * 2. Report what will be lost, and wait for confirmation.
 * 3. Write documents into hidden tables, and new files next to existing ones.
 * 4. Make everything visible at once.
 *
 * Before step 4 nothing is visible, and a failure leaves everything as it was.
 */
import type { DiskFileStore, FilesPresent } from "../files/diskFileStore.ts";
import type { FunctionRuntime } from "../runtime/contract/runtime.ts";
import type {
  ImportLosses,
  TransferRuntime,
} from "../runtime/contract/transfer.ts";
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

/** Tells the user how an import proceeds. */
export interface ImportProgress {
  /**
   * Resolves when the user accepts the loss; rejects if they do not in time.
   */
  confirm(message: string): Promise<void>;
  /** Reports the current step. Calls may be skipped. */
  now(message: string): Promise<void>;
  /** Reports a finished step, which stays on the screen. */
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

  /**
   * Imports everything in `source` and returns the number of documents.
   * @throws ImportError or DatabaseError if something is refused; nothing has
   * changed then
   */
  async run(source: ImportSource, mode: ImportMode): Promise<number> {
    const present = await this.#files.prepare();
    try {
      await this.#write(source, mode);
      await this.#progress.now("Making everything visible");
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

  /**
   * Skips empty tables unless they replace something. Rejects data for a
   * component that is not deployed.
   */
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

  /** Moves aside files from before the import that no row names now. */
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
  // Each file has a row in `_storage` and one in `_files`; count it once.
  const shown = losses.filter(({ table }) => table !== "_files");
  if (shown.length === 0) return null;
  const lines = shown.map(({ component, table, documents }) => {
    const name = component === "" ? table : `${component}/${table}`;
    return `  ${name}: ${documents} ${documents === 1 ? "document" : "documents"}`;
  });
  return [
    "The import deletes the current contents of these tables:",
    ...lines,
  ].join("\n");
}
