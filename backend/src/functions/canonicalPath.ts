/** `messages.js:list`, `messages:list` and `messages` (its default) as `mod/path:export`. */
export function canonicalPath(path: string): string {
  const { module, name } = splitPath(path);
  return `${module}:${name}`;
}

/** The module without `.js`, and the name of the export. */
export function splitPath(path: string): { module: string; name: string } {
  const colon = path.lastIndexOf(":");
  const module = colon === -1 ? path : path.slice(0, colon);
  const name = colon === -1 ? "default" : path.slice(colon + 1);
  return { module: module.replace(/\.js$/, ""), name };
}
