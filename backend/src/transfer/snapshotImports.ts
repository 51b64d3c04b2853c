import { rm } from "node:fs/promises";
import type { DiskFileStore } from "../files/diskFileStore.ts";
import { HttpError } from "../http/httpError.ts";
import type { JsonFields } from "../http/jsonFields.ts";
import { SerialQueue } from "../queues/serialQueue.ts";
import type { TableFormat } from "./documentFiles.ts";
import { type ImportMode, ImportRun, type ImportRuntime } from "./importRun.ts";
import {
  type ImportSource,
  openTableFile,
  openZipSource,
} from "./importSource.ts";
import { ImportState } from "./transferStates.ts";
import { errorText } from "../log/errorText.ts";

interface ImportArgs {
  readonly format: TableFormat | "zip";
  readonly mode: ImportMode;
  readonly component: string;
  readonly table: string;
}

const FORMATS = ["jsonLines", "jsonArray", "csv", "zip"] as const;
const MODES = ["requireEmpty", "append", "replace", "replaceAll"] as const;

/** Runs imports one after another. Each continues if the CLI disconnects. */
export class SnapshotImports {
  readonly #runtime: ImportRuntime;
  readonly #files: DiskFileStore;
  readonly #log: (message: string) => void;
  readonly #queue = new SerialQueue();
  readonly #running = new Map<string, ImportState>();

  constructor(
    runtime: ImportRuntime,
    files: DiskFileStore,
    log: (message: string) => void,
  ) {
    this.#runtime = runtime;
    this.#files = files;
    this.#log = log;
  }

  /**
   * Queues an import and returns the id under which the CLI watches it. Removes
   * `file` when the import ends.
   * @throws HttpError 400 for bad arguments
   */
  async start({ file }: { file: string }, fields: JsonFields): Promise<string> {
    const args = readArgs(fields);
    const state = new ImportState(this.#runtime);
    await state.report({ state: "uploaded" });
    this.#running.set(state.id, state);
    void this.#queue.run(() => this.#run(state, file, args));
    return state.id;
  }

  /**
   * Confirms the loss of data. Returns false if the import is not waiting for
   * that.
   */
  confirm(importId: string): boolean {
    return this.#running.get(importId)?.confirmed() ?? false;
  }

  async #run(
    state: ImportState,
    file: string,
    args: ImportArgs,
  ): Promise<void> {
    try {
      await using source = await openSource(file, args);
      const run = new ImportRun(this.#runtime, this.#files, state);
      await state.completed(await run.run(source, args.mode));
    } catch (error) {
      const message = errorText(error);
      this.#log(`An import failed: ${message}`);
      await state.fail(message).catch(() => undefined);
    } finally {
      this.#running.delete(state.id);
      await rm(file, { force: true });
    }
  }
}

function openSource(
  file: string,
  { format, component, table }: ImportArgs,
): Promise<ImportSource> {
  return format === "zip"
    ? openZipSource(file, component)
    : openTableFile(file, format, { component, table });
}

function readArgs(fields: JsonFields): ImportArgs {
  const format = oneOf(FORMATS, fields.string("format"), "format");
  const table = fields.optionalString("tableName") ?? "";
  if (format !== "zip" && !/^[A-Za-z]\w*$/.test(table)) {
    throw new HttpError(
      400,
      "BadRequest",
      `"${table}" is not a valid table name. Name a table with --table.`,
    );
  }
  return {
    format,
    table,
    mode: oneOf(MODES, fields.string("mode"), "mode"),
    component: fields.optionalString("componentPath") ?? "",
  };
}

function oneOf<T extends string>(
  known: readonly T[],
  value: string,
  name: string,
): T {
  const found = known.find((one) => one === value);
  if (found !== undefined) return found;
  throw new HttpError(400, "BadRequest", `Unknown ${name} "${value}".`);
}
