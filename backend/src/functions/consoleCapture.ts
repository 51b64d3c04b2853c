import { inspect } from "node:util";
import type { RootCall } from "./callContext.ts";

const LEVELS = ["log", "debug", "info", "warn", "error"] as const;
const MAX_LINES = 256;
const MAX_LINE_LENGTH = 32_768;

/** Sends `console.*` of a running function to its log lines; the rest stays as it was. */
export function captureConsole(currentRoot: () => RootCall | undefined): void {
  for (const level of LEVELS) {
    const { console: sink } = globalThis;
    const original = sink[level].bind(sink);
    sink[level] = (...values: unknown[]) => {
      const root = currentRoot();
      if (root) addLine(root.logLines, level.toUpperCase(), values);
      else original(...values);
    };
  }
}

function addLine(lines: string[], level: string, values: unknown[]): void {
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
  return typeof value === "string" ? `'${value}'` : inspect(value);
}
