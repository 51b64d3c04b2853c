/** The progress of an export or import, as the CLI watches it. */
import { randomBytes } from "node:crypto";
import type {
  TransferReport,
  TransferRuntime,
} from "../runtime/contract/transfer.ts";
import { bigintToJson } from "../values/commitTs.ts";
import type { ImportProgress } from "./importRun.ts";

type Runtime = Pick<TransferRuntime, "reportTransfer">;

/** Progress is reported at most this often, because each report is a commit. */
const REPORT_EVERY_MS = 500;
/**
 * An import that is not confirmed within this time is given up, because the
 * next one waits for it.
 */
const CONFIRM_WITHIN_MS = 15 * 60_000;

class TransferState {
  readonly id = randomBytes(12).toString("hex");
  readonly #runtime: Runtime;
  readonly #kind: TransferReport["kind"];

  constructor(runtime: Runtime, kind: TransferReport["kind"]) {
    this.#runtime = runtime;
    this.#kind = kind;
  }

  async report(state: TransferReport["state"]): Promise<void> {
    const transferId = this.id;
    await this.#runtime.reportTransfer({ transferId, kind: this.#kind, state });
  }

  async fail(message: string): Promise<void> {
    await this.report({ state: "failed", error_message: message });
  }
}

export class ExportState extends TransferState {
  constructor(runtime: Runtime) {
    super(runtime, "export");
  }

  async completed(ts: bigint): Promise<void> {
    await this.report({
      state: "completed",
      start_ts: bigintToJson(ts),
      complete_ts: bigintToJson(ts),
      zip_object_key: this.id,
    });
  }
}

/** The state of one import. `confirm` waits for `confirmed`. */
export class ImportState extends TransferState implements ImportProgress {
  readonly #checkpoints: string[] = [];
  #confirmation: PromiseWithResolvers<void> | null = null;
  #reportedAt = 0;

  constructor(runtime: Runtime) {
    super(runtime, "import");
  }

  /** Rejects if nobody confirms within 15 minutes of the question. */
  async confirm(message: string): Promise<void> {
    const confirmation = Promise.withResolvers<void>();
    this.#confirmation = confirmation;
    await this.report({
      state: "waiting_for_confirmation",
      message_to_confirm: message,
      require_manual_confirmation: true,
    });
    // Nobody can answer before the report, so the time starts here.
    const timer = setTimeout(
      () => confirmation.reject(new Error("The import was not confirmed.")),
      CONFIRM_WITHIN_MS,
    );
    timer.unref();
    await confirmation.promise.finally(() => clearTimeout(timer));
    await this.#inProgress("Importing");
  }

  /**
   * Accepts the loss. Returns false if the import has not asked for
   * confirmation.
   */
  confirmed(): boolean {
    this.#confirmation?.resolve();
    return this.#confirmation !== null;
  }

  async now(message: string): Promise<void> {
    if (Date.now() - this.#reportedAt < REPORT_EVERY_MS) return;
    await this.#inProgress(message);
  }

  async done(message: string): Promise<void> {
    this.#checkpoints.push(message);
    await this.#inProgress(message);
  }

  async completed(documents: number): Promise<void> {
    await this.report({
      state: "completed",
      num_rows_written: bigintToJson(BigInt(documents)),
    });
  }

  async #inProgress(message: string): Promise<void> {
    this.#reportedAt = Date.now();
    await this.report({
      state: "in_progress",
      progress_message: message,
      checkpoint_messages: [...this.#checkpoints],
    });
  }
}
