import type { Worker } from "node:worker_threads";
import { endWorker, type OnStuck } from "../runtime/main/endWorker.ts";
import { startWorker } from "../runtime/worker/startWorker.ts";
import { workerUrl } from "../runtime/worker/workerUrl.ts";
import { HttpError } from "../http/httpError.ts";
import type {
  Evaluation,
  EvaluationTask,
  WorkerMessage,
} from "./evaluation.ts";

/** How long the thread may take before its first file: no code of the push runs meanwhile. */
const LONGEST_START_MS = 60_000;

export interface EvaluationHost {
  /**
   * Contents of `process.env`, including `CONVEX_CLOUD_URL` and
   * `CONVEX_SITE_URL`.
   */
  readonly environment: Readonly<Record<string, string>>;
  readonly limits: {
    /** For each file. */
    readonly timeoutMs: number;
    /** For all files together. */
    readonly allFilesMs: number;
    readonly memoryMb: number;
  };
  /** Called when pushed code is stuck and its thread cannot be stopped. */
  readonly onStuck: OnStuck;
}

/**
 * Runs one task in a separate thread and always ends that thread, because
 * pushed code may loop, exit or leave timers behind.
 *
 * @throws HttpError 400 naming the file and the cause
 */
export async function runEvaluation(
  task: EvaluationTask,
  { environment, limits, onStuck }: EvaluationHost,
): Promise<Evaluation> {
  const worker = startWorker(workerUrl("./evaluationWorker", import.meta.url), {
    workerData: task,
    env: { ...environment },
    execArgv: [],
    // Output of modules during an import is discarded.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb },
  });
  worker.stdout.resume();
  worker.stderr.resume();
  try {
    return await outcome(worker, limits);
  } finally {
    await endWorker(worker, "evaluation", onStuck);
  }
}

function outcome(
  worker: Worker,
  { timeoutMs, allFilesMs }: EvaluationHost["limits"],
): Promise<Evaluation> {
  let file = "the push";
  let endsAt = Infinity;
  return new Promise((resolve, reject) => {
    const fail = (code: string, message: string) => {
      reject(new HttpError(400, code, message));
    };
    let timer: NodeJS.Timeout | undefined;
    const allow = (ms: number) => {
      clearTimeout(timer);
      const leftMs = endsAt - performance.now();
      const [what, limitMs] =
        leftMs < ms ? [`all files up to ${file}`, allFilesMs] : [file, ms];
      timer = setTimeout(
        () => {
          fail(
            "EvaluationTimeout",
            `Importing ${what} took longer than ${String(limitMs / 1000)} s. Remove long-running code from its top level.`,
          );
        },
        Math.min(ms, leftMs),
      );
    };
    allow(LONGEST_START_MS);
    worker.on("message", (message: WorkerMessage) => {
      if (message.type === "evaluating") {
        file = message.file;
        // Each file gets the whole time limit, because many files take long on a
        // busy machine. All together have one too: many slow files would
        // otherwise keep a thread busy for hours.
        endsAt = Math.min(endsAt, performance.now() + allFilesMs);
        allow(timeoutMs);
      } else if (message.type === "done") resolve(message.evaluation);
      else if (message.type === "failed") fail(message.code, message.message);
      else message satisfies never;
    });
    worker.on("error", (error: Error) => {
      fail(
        "ModuleEvaluationFailed",
        `Failed to analyze ${file}: Uncaught ${error.stack ?? error.message}`,
      );
    });
    worker.on("exit", (code) => {
      clearTimeout(timer);
      fail(
        "ModuleEvaluationFailed",
        `Failed to analyze ${file}: it ended the process with code ${String(code)}.`,
      );
    });
  });
}
