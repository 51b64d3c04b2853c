import { warningsIn } from "../log/warningsIn.ts";
import type { FunctionExecution } from "../runtime/contract/runtime.ts";

/** Metrics of the server in the Prometheus text format. */
export class Metrics {
  readonly #gauges: Readonly<Record<string, () => number>>;
  readonly #executions = new Map<string, { count: number; seconds: number }>();

  #warnings = 0;

  constructor(gauges: Readonly<Record<string, () => number>>) {
    this.#gauges = gauges;
  }

  /**
   * Counts an execution by function type and outcome. It has no label for the
   * path, because callers choose paths and could create any number of labels.
   */
  record(execution: FunctionExecution): void {
    const { udfType, error, durationMs, logLines } = execution;
    this.#warnings += warningsIn(logLines).length;
    const outcome = error === null ? "ok" : "error";
    const labels = `udf_type="${udfType}",outcome="${outcome}"`;
    const total = this.#executions.get(labels) ?? { count: 0, seconds: 0 };
    total.count += 1;
    total.seconds += durationMs / 1000;
    this.#executions.set(labels, total);
  }

  render(): string {
    const memory = process.memoryUsage();
    const gauges = {
      ...Object.fromEntries(
        Object.entries(this.#gauges).map(([name, read]) => [name, read()]),
      ),
      process_resident_memory_bytes: memory.rss,
      process_heap_used_bytes: memory.heapUsed,
      process_uptime_seconds: process.uptime(),
      process_id: process.pid,
    };
    const lines: string[] = [];
    for (const [name, value] of Object.entries(gauges)) {
      lines.push(`# TYPE ${name} gauge`, `${name} ${value}`);
    }
    lines.push("# TYPE function_executions_total counter");
    for (const [labels, { count }] of this.#executions) {
      lines.push(`function_executions_total{${labels}} ${count}`);
    }
    lines.push("# TYPE function_seconds_total counter");
    for (const [labels, { seconds }] of this.#executions) {
      lines.push(`function_seconds_total{${labels}} ${seconds}`);
    }
    lines.push(
      "# TYPE function_warnings_total counter",
      `function_warnings_total ${this.#warnings}`,
    );
    return `${lines.join("\n")}\n`;
  }
}
