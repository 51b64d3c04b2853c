import type { FunctionExecution } from "../functions/contract.ts";

/** An entry as `convex logs` and `convex dev` print it. */
export type LogEntry = Readonly<Record<string, unknown>>;

export interface LogPage {
  readonly entries: readonly LogEntry[];
  readonly newCursor: number;
}

export interface FunctionLogsOptions {
  readonly capacity: number;
  /** How long a request without news is held: the CLI polls without a pause. */
  readonly holdMs: number;
  readonly now: () => number;
}

/**
 * The latest executions, in memory. Cursors are times made unique, so that a
 * client's cursor stays meaningful after a restart.
 */
export class FunctionLogs {
  readonly #options: FunctionLogsOptions;
  readonly #entries: { readonly cursor: number; readonly entry: LogEntry }[] =
    [];
  readonly #waiting = new Set<() => void>();
  #lastCursor: number;

  constructor(options: FunctionLogsOptions) {
    this.#options = options;
    this.#lastCursor = options.now();
  }

  add(execution: FunctionExecution): void {
    this.#lastCursor = Math.max(this.#options.now(), this.#lastCursor + 0.001);
    this.#entries.push({
      cursor: this.#lastCursor,
      entry: describeExecution(execution),
    });
    if (this.#entries.length > this.#options.capacity) this.#entries.shift();
    for (const wake of this.#waiting) wake();
  }

  /**
   * Entries after `cursor`. The first poll (cursor 0) is answered at once: the
   * CLI takes it as history and shows only what comes after it.
   */
  async poll(cursor: number, signal?: AbortSignal): Promise<LogPage> {
    if (cursor > 0 && cursor >= this.#lastCursor) await this.#news(signal);
    const entries = this.#entries.filter((logged) => logged.cursor > cursor);
    return {
      entries: entries.map(({ entry }) => entry),
      newCursor: Math.max(cursor, this.#lastCursor),
    };
  }

  /** Also resolves after the hold, or when the caller has gone. */
  #news(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", wake);
        this.#waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, this.#options.holdMs);
      timer.unref();
      signal?.addEventListener("abort", wake);
      this.#waiting.add(wake);
    });
  }
}

function describeExecution(execution: FunctionExecution): LogEntry {
  const { component, udfType, startedAt, durationMs, error } = execution;
  const finishedSeconds = (startedAt + durationMs) / 1000;
  return {
    kind: "Completion",
    udfType,
    componentPath: component === "" ? null : component,
    identifier: execution.path,
    logLines: execution.logLines,
    timestamp: finishedSeconds,
    executionTimestamp: startedAt / 1000,
    executionTime: durationMs / 1000,
    cachedResult: false,
    caller: "",
    environment: "isolate",
    identityType: execution.identityType,
    requestId: execution.requestId,
    executionId: execution.requestId,
    success: error === null ? {} : null,
    error,
    willRetry: false,
    usageStats: {},
  };
}
