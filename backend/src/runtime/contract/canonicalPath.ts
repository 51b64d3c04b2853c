/**
 * Turns `messages.js:list`, `messages:list` or `messages` (its default export)
 * into `mod/path:export`.
 */
export function canonicalPath(path: string): string {
  const { module, name } = splitPath(path);
  return `${module}:${name}`;
}

/** Returns the form in which Convex shows a stored function: `messages.js:list`. */
export function storedName(path: string): string {
  const { module, name } = splitPath(path);
  return `${module}.js:${name}`;
}

/** Splits a path into the module without `.js` and the name of the export. */
export function splitPath(path: string): { module: string; name: string } {
  const colon = path.lastIndexOf(":");
  const module = colon === -1 ? path : path.slice(0, colon);
  const name = colon === -1 ? "default" : path.slice(colon + 1);
  return {
    module: module.endsWith(".js") ? module.slice(0, -3) : module,
    name,
  };
}
