/** For failures that are recorded but never shown. */
export function logFailure(what: string, error: unknown): void {
  console.error(what, error); // eslint-disable-line no-console -- the one place where the app writes to the console
}
