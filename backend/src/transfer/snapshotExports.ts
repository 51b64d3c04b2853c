import type { ServerResponse } from "node:http";
import { join } from "node:path";
import type { DiskFileStore } from "../files/diskFileStore.ts";
import type { TransferRuntime } from "../runtime/contract/transfer.ts";
import { HttpError } from "../http/httpError.ts";
import { exportEntries } from "./exportZip.ts";
import { Snapshot } from "./snapshot.ts";
import { ExportState } from "./transferStates.ts";
import { writeZip } from "./zipWriter.ts";

interface ReadyExport {
  readonly ts: string;
  readonly snapshot: Snapshot;
  readonly includeStorage: boolean;
  readonly timer: NodeJS.Timeout;
}

type Runtime = Pick<TransferRuntime, "copyDatabase" | "reportTransfer">;

/** A snapshot that is not downloaded is deleted after this time. */
const KEEP_MS = 60 * 60_000;

/**
 * Makes one export at a time. The snapshot is kept until it has been downloaded
 * once.
 */
export class SnapshotExports {
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

  /**
   * Resolves once the export has been requested. The CLI watches the rest
   * through `ExportState`.
   * @throws HttpError 400 while another export is being made
   */
  async start(options: { includeStorage: boolean }): Promise<void> {
    if (this.#isStarting) {
      throw new HttpError(
        400,
        "ExportInProgress",
        "An export is already in progress.",
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
      const { ts } = snapshot.copy;
      this.#ready = { ts: String(ts), snapshot, includeStorage, timer };
      await state.completed(ts);
    } catch (error) {
      this.#log(`The export failed: ${String(error)}`);
      await state.fail(String(error)).catch(() => undefined);
    }
  }

  /**
   * Builds the ZIP file while sending it. Works once per export.
   * @throws HttpError 404 if the export does not exist or was already sent
   */
  async send(ts: string, response: ServerResponse): Promise<void> {
    const ready = this.#ready;
    if (ready?.ts !== ts) {
      throw new HttpError(
        404,
        "ExportNotFound",
        "This export does not exist or has been downloaded: run it again.",
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
