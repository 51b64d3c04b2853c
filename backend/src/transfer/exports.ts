import type { ServerResponse } from "node:http";
import { join } from "node:path";
import type { DiskFileStore } from "../files/diskFileStore.ts";
import type { TransferRuntime } from "../functions/transferContract.ts";
import { HttpError } from "../http/httpError.ts";
import { exportEntries } from "./exportZip.ts";
import { Snapshot, type SnapshotSource } from "./snapshot.ts";
import { ExportState } from "./transferStates.ts";
import { writeZip } from "./zipWriter.ts";

interface ReadyExport {
  readonly ts: string;
  readonly snapshot: Snapshot;
  readonly includeStorage: boolean;
  readonly timer: NodeJS.Timeout;
}

type Runtime = SnapshotSource & Pick<TransferRuntime, "reportTransfer">;

/** A snapshot that nobody fetches is not kept for longer. */
const KEEP_MS = 60 * 60_000;

/** One export at a time: a snapshot, kept until it has been fetched once. */
export class Exports {
  readonly #runtime: Runtime;
  readonly #files: DiskFileStore;
  readonly #directory: string;
  readonly #log: (message: string) => void;
  #isStarting = false;
  #ready: ReadyExport | null = null;

  constructor(
    runtime: Runtime,
    files: DiskFileStore,
    options: { directory: string; log: (message: string) => void },
  ) {
    this.#runtime = runtime;
    this.#files = files;
    this.#directory = options.directory;
    this.#log = options.log;
  }

  /** Resolves when it is requested; the CLI watches for the rest. */
  async start(options: { includeStorage: boolean }): Promise<void> {
    if (this.#isStarting) {
      throw new HttpError(
        400,
        "ExportInProgress",
        "An export is being made already.",
      );
    }
    this.#isStarting = true;
    try {
      const state = new ExportState(this.#runtime);
      await state.report({ state: "in_progress" });
      void this.#make(state, options).finally(() => {
        this.#isStarting = false;
      });
    } catch (error) {
      this.#isStarting = false;
      throw error;
    }
  }

  async #make(
    state: ExportState,
    { includeStorage }: { includeStorage: boolean },
  ): Promise<void> {
    try {
      await this.#discard();
      const file = join(this.#directory, "export.sqlite");
      const snapshot = await Snapshot.take(this.#runtime, this.#files, file);
      const timer = setTimeout(() => void this.#discard(), KEEP_MS);
      timer.unref();
      const ts = snapshot.ts;
      this.#ready = { ts: String(ts), snapshot, includeStorage, timer };
      await state.completed(ts);
    } catch (error) {
      this.#log(`The export failed: ${String(error)}`);
      await state.fail(String(error)).catch(() => undefined);
    }
  }

  /** The ZIP file, made while it is sent. */
  async send(ts: string, response: ServerResponse): Promise<void> {
    const ready = this.#ready;
    if (ready?.ts !== ts) {
      throw new HttpError(
        404,
        "ExportNotFound",
        "This export is not known (any more): run it again.",
      );
    }
    this.#ready = null;
    clearTimeout(ready.timer);
    await using snapshot = ready.snapshot;
    response.writeHead(200, {
      "Content-Type": "application/zip",
      "Content-Disposition": `attachment; filename=snapshot_${ts}.zip`,
    });
    await writeZip(
      exportEntries(snapshot.storage, this.#files, ready),
      response,
    );
  }

  async #discard(): Promise<void> {
    const ready = this.#ready;
    this.#ready = null;
    if (ready === null) return;
    clearTimeout(ready.timer);
    await ready.snapshot[Symbol.asyncDispose]();
  }
}
