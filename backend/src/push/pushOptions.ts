import { join } from "node:path";
import type { OnStuck } from "../runtime/main/endWorker.ts";
import type { EvaluationContext } from "./evaluatePush.ts";

export interface PushOptions {
  readonly dataDir: string;
  readonly appRoot: string;
  readonly cloudUrl: string;
  readonly siteUrl: string;
  /** How long a push may stay unfinished; 10 min by default. */
  readonly pendingLifetimeMs?: number;
  /** See `RuntimeOptions`; does nothing by default. */
  readonly onStuck?: OnStuck;
}

/** Limit for importing each file of a push. */
const EVALUATION_TIMEOUT_MS = 30_000;
/** Limit for importing all files of a push. */
const ALL_FILES_MS = 5 * 60_000;
const EVALUATION_MEMORY_MB = 512;

/** Returns the settings for evaluating pushed code with the given variables. */
export function evaluationContext(
  options: PushOptions,
  environment: Readonly<Record<string, string>>,
): EvaluationContext {
  return {
    modulesDir: modulesDir(options),
    appRoot: options.appRoot,
    environment: {
      ...environment,
      CONVEX_CLOUD_URL: options.cloudUrl,
      CONVEX_SITE_URL: options.siteUrl,
    },
    limits: {
      timeoutMs: EVALUATION_TIMEOUT_MS,
      allFilesMs: ALL_FILES_MS,
      memoryMb: EVALUATION_MEMORY_MB,
    },
    onStuck: options.onStuck ?? (() => undefined),
  };
}

export function modulesDir({ dataDir }: PushOptions): string {
  return join(dataDir, "modules");
}
