/**
 * Returns an environment variable of the deployment, or null if unset or empty.
 */
export function setting(name: string): string | null {
  const value = process.env[name]; // eslint-disable-line @convex-dev/no-process-env -- limits are looked up by composed names
  return value === undefined || value === "" ? null : value;
}
