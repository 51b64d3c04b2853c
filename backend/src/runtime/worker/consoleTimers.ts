/**
 * Turns `console.time`, `timeLog` and `timeEnd` into log lines. Each call has
 * its own timers.
 */

interface TimerLine {
  readonly level: "INFO" | "WARN";
  readonly values: readonly unknown[];
}

const TIMER_METHODS = ["time", "timeLog", "timeEnd"] as const;
type TimerMethod = (typeof TIMER_METHODS)[number];

export function isTimerMethod(method: string): method is TimerMethod {
  return TIMER_METHODS.some((name) => name === method);
}

const timersOf = new WeakMap<object, Map<string, number>>();

/** Returns the log line, or null if there is none. Times are in ms. */
export function timerLine(
  owner: object,
  method: TimerMethod,
  [label = "default", ...more]: readonly unknown[],
  nowMs: number,
): TimerLine | null {
  const name = String(label);
  const timers = timersOf.get(owner) ?? new Map<string, number>();
  timersOf.set(owner, timers);
  const startedMs = timers.get(name);
  if (method === "time") {
    if (startedMs !== undefined) return warning(name, "already exists");
    timers.set(name, nowMs);
    return null;
  }
  if (startedMs === undefined) return warning(name, "does not exist");
  if (method === "timeEnd") timers.delete(name);
  const elapsed = `${name}: ${Math.round((nowMs - startedMs) * 1000) / 1000}ms`;
  return { level: "INFO", values: [elapsed, ...more] };
}

function warning(name: string, what: string): TimerLine {
  return { level: "WARN", values: [`Timer '${name}' ${what}`] };
}
