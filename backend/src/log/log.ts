/**
 * The server's log: one JSON object per line. Levels are ordered from most to
 * least severe; messages below the configured level are dropped.
 */
export const logLevels = ["error", "warn", "info", "debug"] as const;
export type LogLevel = (typeof logLevels)[number];

export type Log = (
  level: LogLevel,
  message: string,
  fields?: Readonly<Record<string, unknown>>,
) => void;

/** Creates a log that passes complete lines to `write`. */
export function createLog(
  lowest: LogLevel,
  write: (line: string) => void,
): Log {
  const count = logLevels.indexOf(lowest) + 1;
  const writtenLevels = new Set<LogLevel>(logLevels.slice(0, count));
  return (level, message, fields) => {
    if (!writtenLevels.has(level)) return;
    const time = new Date().toISOString();
    write(`${JSON.stringify({ time, level, message, ...fields })}\n`);
  };
}
