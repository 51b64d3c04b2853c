import type { FunctionExecution } from "../runtime/contract/runtime.ts";

/** An entry in the form that `convex logs` and `convex dev` print. */
export type LogEntry = Readonly<Record<string, unknown>>;

export interface LogPage {
  readonly entries: readonly LogEntry[];
  /** Pass this to the next poll. */
  readonly newCursor: number;
}

export interface FunctionLogsOptions {
  /** Number of executions to keep. */
  readonly capacity: number;
  /**
   * Total length of the texts to keep, apart from those of the latest
   * execution.
   */
  readonly maxLength: number;
  /**
   * How long to hold a poll while there is nothing new, because the CLI polls
   * without pauses.
   */
  readonly holdMs: number;
  /** Current time in ms since the epoch. */
  readonly now: () => number;
}

interface Logged {
  readonly cursor: number;
  readonly entry: LogEntry;
  /** Length of the entry's texts. */
  readonly length: number;
}

/**
 * Keeps the latest executions in memory. Cursors are unique timestamps, so that
 * a client's cursor stays valid after a restart.
 */
export class FunctionLogs {
  readonly #options: FunctionLogsOptions;
  readonly #entries: Logged[] = [];
  /** Length of the texts in all entries. */
  #length = 0;
  readonly #waiting = new Set<() => void>();
  #lastCursor: number;

  constructor(options: FunctionLogsOptions) {
    this.#options = options;
    this.#lastCursor = options.now();
  }

  add(execution: FunctionExecution): void {
    this.#lastCursor = Math.max(this.#options.now(), this.#lastCursor + 0.001);
    const length = textLength(execution);
    this.#entries.push({
      cursor: this.#lastCursor,
      entry: describeExecution(execution),
      length,
    });
    this.#length += length;
    this.#dropOldest();
    for (const wake of this.#waiting) wake();
  }

  /**
   * Returns the entries after `cursor`. The first poll, with cursor 0, is
   * answered at once: the CLI treats its entries as history and prints only
   * later ones. Other polls wait for news, for `holdMs` at most.
   */
  async poll(cursor: number, signal?: AbortSignal): Promise<LogPage> {
    if (cursor > 0 && cursor >= this.#lastCursor) await this.#news(signal);
    const entries = this.#entries.filter((logged) => logged.cursor > cursor);
    return {
      entries: entries.map(({ entry }) => entry),
      newCursor: Math.max(cursor, this.#lastCursor),
    };
  }

  #dropOldest(): void {
    const { capacity, maxLength } = this.#options;
    while (
      this.#entries.length > capacity ||
      (this.#length > maxLength && this.#entries.length > 1)
    ) {
      this.#length -= this.#entries.shift()?.length ?? 0;
    }
  }

  /**
   * Resolves on the next execution, after `holdMs`, or once the caller is gone,
   * whichever comes first.
   */
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

/**
 * Callers choose how long these texts are, so entries are limited by length
 * too.
 */
function textLength({ path, error, logLines }: FunctionExecution): number {
  const texts = [path, error ?? "", ...logLines];
  return texts.reduce((sum, text) => sum + text.length, 0);
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
