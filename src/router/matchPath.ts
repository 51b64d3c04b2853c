/** The parts of a path that a pattern names, decoded. */
export type Params = Readonly<Record<string, string | undefined>>;

/**
 * Returns the parts that the pattern names, or null if the path does not match. In `/beats/:beatId`
 * the second part has a name and may be anything; `*` matches every path. Upper case and slashes at
 * the end make no difference.
 */
export function matchPath(pattern: string, pathname: string): Params | null {
  if (pattern === "*") return {};
  const wanted = partsOf(pattern);
  const found = partsOf(pathname).map(decode);
  if (wanted.length !== found.length) return null;
  const params: Record<string, string> = {};
  for (const [i, part] of wanted.entries()) {
    const value = found[i] ?? "";
    if (part.startsWith(":") && value !== "") params[part.slice(1)] = value;
    else if (part.toLowerCase() !== value.toLowerCase()) return null;
  }
  return params;
}

function partsOf(path: string): string[] {
  const parts = path.split("/");
  while (parts.at(-1) === "") parts.pop();
  return parts;
}

/** Anyone can open an address with a broken encoding. It names nothing, but is no reason to fail. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
