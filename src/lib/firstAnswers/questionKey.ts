/**
 * Returns the same key for the same query with the same flat arguments, whatever the order of the
 * arguments.
 */
export function questionKey(
  path: string,
  args: Readonly<Record<string, unknown>>,
): string {
  return `${path} ${JSON.stringify(args, Object.keys(args).sort())}`;
}
