import { Worker } from "node:worker_threads";
import { workerUrl } from "../functions/workerUrl.ts";
import { HttpError } from "../http/httpError.ts";
import type {
  Evaluation,
  EvaluationTask,
  WorkerMessage,
} from "./evaluation.ts";

export interface EvaluationLimits {
  readonly timeoutMs: number;
  readonly memoryMb: number;
}

/**
 * Runs one task in a thread of its own, which is ended in every case: pushed
 * code may loop, exit or leave timers behind.
 * @throws HttpError 400 naming the file and the cause
 */
export async function runEvaluation(
  task: EvaluationTask,
  environment: Readonly<Record<string, string>>,
  limits: EvaluationLimits,
): Promise<Evaluation> {
  const worker = new Worker(workerUrl("./evaluationWorker", import.meta.url), {
    workerData: task,
    env: { ...environment },
    execArgv: [],
    // What modules print while imported belongs to nobody's log.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb },
  });
  worker.stdout.resume();
  worker.stderr.resume();
  try {
    return await outcome(worker, limits.timeoutMs);
  } finally {
    await worker.terminate();
  }
}

function outcome(worker: Worker, timeoutMs: number): Promise<Evaluation> {
  let file = "the push";
  return new Promise((resolve, reject) => {
    const fail = (code: string, message: string) => {
      reject(new HttpError(400, code, message));
    };
    const timer = setTimeout(() => {
      fail(
        "EvaluationTimeout",
        `Importing ${file} took longer than ${String(timeoutMs / 1000)} s. Remove endless work at its top level.`,
      );
    }, timeoutMs);
    worker.on("message", (message: WorkerMessage) => {
      if (message.type === "evaluating") file = message.file;
      else if (message.type === "done") resolve(message.evaluation);
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
