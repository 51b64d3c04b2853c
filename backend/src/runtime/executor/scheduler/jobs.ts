/**
 * Scheduled functions as rows. Apps see a row of `_scheduled_functions` in the
 * component that scheduled the function. The scheduler works from a row of
 * `_jobs` in the root component, so that one index finds the next due job. The
 * scheduling transaction writes both, and they roll back with it.
 */
import type {
  ComponentPath,
  QueryJson,
  Transaction,
} from "../../../database/contract.ts";
import { storedName } from "../../contract/canonicalPath.ts";
import type {
  ConvexJson,
  ConvexJsonObject,
} from "../../../values/convexJson.ts";

const OWNER_OF_JOBS: ComponentPath = "";
/** Path of a claim (see `claimOnce`), which runs nothing. */
const CLAIM_PATH = "";
const FINISHED_JOB_KEPT_MS = 7 * 24 * 3600 * 1000;

export type JobState =
  | "pending"
  | "inProgress"
  /** Finished; purged at `runAt`. */
  | "done"
  /** A cron that waits for `runAt`. */
  | "cron"
  | "cronInProgress";

export interface Job {
  readonly rowId: string;
  /** Id of the row in `_scheduled_functions`; empty for crons. */
  readonly jobId: string;
  /**
   * Component that has the `_scheduled_functions` row or, for a cron, declares
   * it.
   */
  readonly owner: ComponentPath;
  /** Component in which the function runs. */
  readonly component: ComponentPath;
  readonly path: string;
  readonly runAt: number;
  readonly state: JobState;
  readonly cronName: string | null;
  /** Schedule of a cron as JSON text; a push compares it to detect changes. */
  readonly cronSpec: string | null;
}

/** State of a `_scheduled_functions` row. */
export type ScheduledState =
  | { kind: "pending" }
  | { kind: "inProgress" }
  | { kind: "success" }
  | { kind: "failed"; error: string }
  | { kind: "canceled" };

export interface NewJob {
  readonly owner: ComponentPath;
  readonly component: ComponentPath;
  readonly path: string;
  readonly args: ConvexJson;
  readonly runAt: number;
}

/** Adds both rows and returns the id that `ctx.scheduler` returns. */
export function insertJob(transaction: Transaction, job: NewJob): string {
  const jobId = transaction.insert(job.owner, "_scheduled_functions", {
    name: storedName(job.path),
    args: [job.args],
    scheduledTime: job.runAt,
    state: { kind: "pending" },
  });
  insertJobRow(transaction, { ...job, jobId, state: "pending" });
  return jobId;
}

export function insertCronJob(
  transaction: Transaction,
  cron: Pick<Job, "component" | "path" | "runAt"> & {
    cronName: string;
    cronSpec: string;
  },
): void {
  const job = { ...cron, jobId: "", owner: cron.component };
  insertJobRow(transaction, { ...job, state: "cron" as const });
}

function insertJobRow(
  transaction: Transaction,
  job: Omit<Job, "rowId" | "cronName" | "cronSpec"> &
    Partial<Pick<Job, "cronName" | "cronSpec">>,
): void {
  transaction.insert(OWNER_OF_JOBS, "_jobs", {
    jobId: job.jobId,
    owner: job.owner,
    component: job.component,
    path: job.path,
    runAt: job.runAt,
    state: job.state,
    cronName: job.cronName ?? null,
    cronSpec: job.cronSpec ?? null,
  });
}

/**
 * Lists the jobs in a state, earliest due first. `dueBy` bounds `runAt`,
 * inclusively.
 */
export function listJobs(
  transaction: Transaction,
  state: JobState,
  options: { dueBy?: number; limit?: number } = {},
): Job[] {
  const range: ConvexJsonObject[] = [
    { type: "Eq", fieldPath: "state", value: state },
  ];
  if (options.dueBy !== undefined) {
    range.push({ type: "Lte", fieldPath: "runAt", value: options.dueBy });
  }
  return readJobs(
    transaction,
    indexQuery("_jobs.by_state_and_run_at", range, options.limit),
  );
}

export function findJobByRow(
  transaction: Transaction,
  rowId: string,
): Job | null {
  const text = transaction.get(OWNER_OF_JOBS, rowId, { system: true });
  return text === null ? null : toJob(text);
}

export function findJobById(
  transaction: Transaction,
  jobId: string,
): Job | null {
  const range = [{ type: "Eq", fieldPath: "jobId", value: jobId }];
  const query = indexQuery("_jobs.by_job_id", range, 1);
  return readJobs(transaction, query)[0] ?? null;
}

/** Moves a job to a new state, together with the row that apps see. */
export function setJobState(
  transaction: Transaction,
  job: Job,
  state: ScheduledState,
  now: number,
): void {
  const isFinished = state.kind !== "pending" && state.kind !== "inProgress";
  transaction.patch(
    OWNER_OF_JOBS,
    job.rowId,
    {
      state: isFinished ? "done" : state.kind,
      ...(isFinished && { runAt: now + FINISHED_JOB_KEPT_MS }),
    },
    "_jobs",
  );
  transaction.patch(
    job.owner,
    job.jobId,
    {
      state,
      ...(isFinished && { completedTime: now }),
    },
    "_scheduled_functions",
  );
}

/** Moves a cron to its next date, or marks it as running. */
export function setCronState(
  transaction: Transaction,
  job: Job,
  change: ConvexJsonObject & { state: "cron" | "cronInProgress" },
): void {
  transaction.patch(OWNER_OF_JOBS, job.rowId, change, "_jobs");
}

/**
 * Claims a key that may be used once. Returns false if it was claimed before.
 * The row of a claim is purged like a finished job after `keptUntil`, when the
 * key is no longer valid anyway.
 */
export function claimOnce(
  transaction: Transaction,
  key: string,
  keptUntil: number,
): boolean {
  if (findJobById(transaction, key) !== null) return false;
  insertJobRow(transaction, {
    jobId: key,
    owner: "",
    component: "",
    path: CLAIM_PATH,
    runAt: keptUntil,
    state: "done",
  });
  return true;
}

export function removeJob(transaction: Transaction, job: Job): void {
  transaction.remove(OWNER_OF_JOBS, job.rowId, "_jobs");
  if (job.jobId === "" || job.path === CLAIM_PATH) return;
  if (transaction.get(job.owner, job.jobId, { system: true }) !== null) {
    transaction.remove(job.owner, job.jobId, "_scheduled_functions");
  }
}

/** Reads the arguments, which are stored only in the row that apps see. */
export function jobArgs(
  transaction: Transaction,
  job: Job,
): ConvexJsonObject | null {
  const text = transaction.get(job.owner, job.jobId, { system: true });
  if (text === null) return null;
  // `insertJob` wrote this row.
  const row = JSON.parse(text) as { args: [ConvexJsonObject] };
  return row.args[0];
}

/** Cancels a job that has not finished. Unknown and finished jobs are left alone. */
export function cancelJob(
  transaction: Transaction,
  jobId: string,
  now: number,
): void {
  const job = findJobById(transaction, jobId);
  if (job === null || job.state === "done") return;
  setJobState(transaction, job, { kind: "canceled" }, now);
}

function indexQuery(
  indexName: string,
  range: ConvexJsonObject[],
  limit: number | undefined,
): QueryJson {
  return {
    source: { type: "IndexRange", indexName, range, order: "asc" },
    operators: limit === undefined ? [] : [{ limit }],
  };
}

function readJobs(transaction: Transaction, query: QueryJson): Job[] {
  const stream = transaction.stream(OWNER_OF_JOBS, query);
  const jobs: Job[] = [];
  for (let text = stream.next(); text !== null; text = stream.next()) {
    jobs.push(toJob(text));
  }
  return jobs;
}

function toJob(text: string): Job {
  // `insertJobRow` wrote this row.
  const row = JSON.parse(text) as Omit<Job, "rowId"> & { _id: string };
  return { ...row, rowId: row._id };
}
