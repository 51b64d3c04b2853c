/** What the CLI is told of an export or import while it watches. */
import { randomBytes } from "node:crypto";
import type {
  TransferReport,
  TransferRuntime,
} from "../functions/transferContract.ts";
import { bigintToJson } from "../values/commitTs.ts";
import type { ImportProgress } from "./importRun.ts";

type Runtime = Pick<TransferRuntime, "reportTransfer">;

/** States of progress in between are left out: each is a commit. */
const REPORT_EVERY_MS = 500;

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

export class ImportState extends TransferState implements ImportProgress {
  readonly #checkpoints: string[] = [];
  #confirmation: PromiseWithResolvers<void> | null = null;
  #reportedAt = 0;

  constructor(runtime: Runtime) {
    super(runtime, "import");
  }

  async confirm(message: string): Promise<void> {
    this.#confirmation = Promise.withResolvers();
    await this.report({
      state: "waiting_for_confirmation",
      message_to_confirm: message,
      require_manual_confirmation: true,
    });
    await this.#confirmation.promise;
    await this.#inProgress("Importing");
  }

  /** False when nobody waits for that. */
  confirmed(): boolean {
    this.#confirmation?.resolve();
    return this.#confirmation !== null;
  }

  giveUp(message: string): void {
    this.#confirmation?.reject(new Error(message));
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
