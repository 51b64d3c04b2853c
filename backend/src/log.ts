/** What the server says of itself: one JSON object a line, from a level on. */
export const logLevels = ["error", "warn", "info", "debug"] as const;
export type LogLevel = (typeof logLevels)[number];

export type Log = (
  level: LogLevel,
  message: string,
  fields?: Readonly<Record<string, unknown>>,
) => void;

/** `write` is given whole lines. */
export function createLog(
  lowest: LogLevel,
  write: (line: string) => void,
): Log {
  const count = logLevels.indexOf(lowest) + 1;
  const told = new Set<LogLevel>(logLevels.slice(0, count));
  return (level, message, fields) => {
    if (!told.has(level)) return;
    const time = new Date().toISOString();
    write(`${JSON.stringify({ time, level, message, ...fields })}\n`);
  };
}
