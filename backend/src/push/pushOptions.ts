import { join } from "node:path";
import type { EvaluationContext } from "./evaluatePush.ts";

export interface PushOptions {
  readonly dataDir: string;
  readonly appRoot: string;
  readonly cloudUrl: string;
  readonly siteUrl: string;
  readonly evaluationTimeoutMs?: number;
  readonly pendingLifetimeMs?: number;
  readonly logHoldMs?: number;
}

const EVALUATION_TIMEOUT_MS = 30_000;
const EVALUATION_MEMORY_MB = 512;

/** What pushed code is evaluated with, under the given variables. */
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
      timeoutMs: options.evaluationTimeoutMs ?? EVALUATION_TIMEOUT_MS,
      memoryMb: EVALUATION_MEMORY_MB,
    },
  };
}

export function modulesDir({ dataDir }: PushOptions): string {
  return join(dataDir, "modules");
}
