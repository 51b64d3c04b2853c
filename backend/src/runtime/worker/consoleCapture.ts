import { inspect } from "node:util";
import type { RootCall } from "./callContext.ts";
import { isTimerMethod, timerLine } from "./consoleTimers.ts";

const LEVELS = ["log", "debug", "info", "warn", "error"];
const MAX_LINES = 256;
const MAX_LINE_LENGTH = 32_768;

/**
 * Handles `console[method]` of app code: writes to the log lines of the running
 * function. Methods that make no log lines, and calls outside of a function, go to
 * the process's console.
 */
export function logFor(currentRoot: () => RootCall | undefined) {
  return (method: string, values: readonly unknown[]): void => {
    const root = currentRoot();
    if (!root || !addCall(root, method, values)) print(method, values);
  };
}

/** Returns false if the method makes no log lines. */
function addCall(
  root: RootCall,
  method: string,
  values: readonly unknown[],
): boolean {
  if (isTimerMethod(method)) {
    const line = timerLine(root, method, values, performance.now());
    if (line !== null) addLine(root.logLines, line.level, line.values);
    return true;
  }
  if (!LEVELS.includes(method)) return false;
  addLine(root.logLines, method.toUpperCase(), values);
  return true;
}

function print(method: string, values: readonly unknown[]): void {
  const real: unknown = Reflect.get(console, method);
  if (typeof real === "function") Reflect.apply(real, console, values);
}

function addLine(
  lines: string[],
  level: string,
  values: readonly unknown[],
): void {
  if (lines.length === MAX_LINES) {
    lines.push("[WARN] 'Log overflow (maximum 256). Later lines are omitted.'");
  }
  if (lines.length > MAX_LINES) return;
  const text = values.map(formatValue).join(" ");
  const cut =
    text.length > MAX_LINE_LENGTH
      ? `${text.slice(0, MAX_LINE_LENGTH)} (truncated due to length)`
      : text;
  lines.push(`[${level}] ${cut}`);
}

function formatValue(value: unknown): string {
  if (typeof value === "string") return `'${value}'`;
  try {
    return inspect(value);
  } catch {
    return "(a value that cannot be shown)";
  }
}
