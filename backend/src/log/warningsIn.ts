const WARNING = /^\[(WARN|ERROR)\]/;

/** Returns what a function wrote with `console.warn` and `console.error`. */
export const warningsIn = (logLines: readonly string[]): readonly string[] =>
  logLines.filter((line) => WARNING.test(line));
