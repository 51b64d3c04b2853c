/**
 * Runs scheduled mutations, and tells the main thread which job each of them
 * belongs to.
 */
import { ANYONE } from "../contract/callers.ts";
import { canonicalPath } from "../contract/canonicalPath.ts";
import type { FunctionCall } from "../contract/runtime.ts";
import type { FromExecutor } from "../messages/executorMessages.ts";
import type { CallTag } from "../worker/heartbeat.ts";
import { executionResult } from "./executionResults.ts";
import { type Invocations, makeRoot } from "./invocations.ts";
import type { Job } from "./scheduler/jobs.ts";
import type { SchedulerHost } from "./scheduler/scheduler.ts";
import type {
  Completed,
  TransactionRunner,
} from "./transactions/transactionRunner.ts";

type RunInTransaction = Parameters<SchedulerHost["runMutation"]>[2];

export class JobRuns {
  readonly #runner: TransactionRunner;
  readonly #invocations: Invocations;
  readonly #post: (message: FromExecutor) => void;
  #lastNumber = 0;

  constructor(
    runner: TransactionRunner,
    invocations: Invocations,
    post: (message: FromExecutor) => void,
  ) {
    this.#runner = runner;
    this.#invocations = invocations;
    this.#post = post;
  }

  async run(
    job: Job,
    call: FunctionCall,
    run: RunInTransaction,
  ): Promise<Completed> {
    this.#lastNumber += 1;
    const tag: CallTag = { kind: "job", id: this.#lastNumber };
    this.#post({ type: "jobStarted", number: tag.id, rowId: job.rowId });
    const completed = await this.#runner.mutation({
      path: canonicalPath(call.path),
      isWriting: true,
      makeRoot: () =>
        makeRoot(ANYONE, {
          tag,
          isTrusted: true,
          scheduledFunctionId: job.jobId || undefined,
        }),
      run: async (root, transaction) =>
        JSON.stringify(
          await run(transaction, root, (jobCall) =>
            this.#invocations.invoke(
              "Mutation",
              jobCall,
              root,
              transaction,
              true,
            ),
          ),
        ),
    });
    this.#report(completed, call);
    return completed;
  }

  #report(completed: Completed, call: FunctionCall): void {
    const { execution } = executionResult(completed, call, {
      udfType: "Mutation",
      isSystem: true,
    });
    if (execution === null) return;
    // The value of a job's transaction is the error it recorded, or null.
    const error = completed.ok
      ? (JSON.parse(completed.valueJson) as string | null)
      : execution.error;
    this.#post({
      type: "executions",
      executions: [{ ...execution, error }],
    });
  }
}
