import { rm } from "node:fs/promises";
import type { DiskFileStore } from "../files/diskFileStore.ts";
import { HttpError } from "../http/httpError.ts";
import type { JsonFields } from "../push/jsonFields.ts";
import { SerialQueue } from "../push/serialQueue.ts";
import type { TableFormat } from "./documentFiles.ts";
import { type ImportMode, ImportRun, type ImportRuntime } from "./importRun.ts";
import {
  type ImportSource,
  openTableFile,
  openZipSource,
} from "./importSource.ts";
import { ImportState } from "./transferStates.ts";

interface ImportArgs {
  readonly format: TableFormat | "zip";
  readonly mode: ImportMode;
  readonly component: string;
  readonly table: string;
}

const FORMATS = ["jsonLines", "jsonArray", "csv", "zip"] as const;
const MODES = ["requireEmpty", "append", "replace", "replaceAll"] as const;
/** Who has not confirmed by then is taken to have left. */
const CONFIRM_WITHIN_MS = 15 * 60_000;

/** Imports, one after the other; each goes on when the CLI has left. */
export class Imports {
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

  /** The id under which the CLI watches it. The file is removed afterwards. */
  async start({ file }: { file: string }, fields: JsonFields): Promise<string> {
    const args = readArgs(fields);
    const state = new ImportState(this.#runtime);
    await state.report({ state: "uploaded" });
    this.#running.set(state.id, state);
    void this.#queue.run(() => this.#run(state, file, args));
    return state.id;
  }

  confirm(importId: string): boolean {
    return this.#running.get(importId)?.confirmed() ?? false;
  }

  async #run(
    state: ImportState,
    file: string,
    args: ImportArgs,
  ): Promise<void> {
    const timer = setTimeout(
      () => state.giveUp("The import was not confirmed."),
      CONFIRM_WITHIN_MS,
    );
    timer.unref();
    try {
      await using source = await openSource(file, args);
      const run = new ImportRun(this.#runtime, this.#files, state);
      await state.completed(await run.run(source, args.mode));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#log(`An import failed: ${message}`);
      await state.fail(message).catch(() => undefined);
    } finally {
      clearTimeout(timer);
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
      `"${table}" is no name of a table. Name one with --table.`,
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
  throw new HttpError(400, "BadRequest", `${name} "${value}" is not known.`);
}
