/** Logs a failure to the console without showing anything to the user. */
export function logFailure(what: string, error: unknown): void {
  console.error(what, error); // oxlint-disable-line no-console -- the one place where the app writes to the console
}
