/** Returns the same text for the same query with the same flat arguments, in whatever order they are written. */
export function questionKey(
  path: string,
  args: Readonly<Record<string, unknown>>,
): string {
  return `${path} ${JSON.stringify(args, Object.keys(args).sort())}`;
}
