import { fileURLToPath } from "node:url";
import { sourcePosition } from "./sourcePositions.ts";
import { textProperty } from "./thrownText.ts";

const MAX_FRAMES = 8;

/**
 * Returns the stack frames within user code, one per line, such as
 * `    at handler (../convex/messages.ts:10:5)`. Starts with a line break if
 * there are any.
 */
export function functionFrames(error: Error, root: string): string {
  return textProperty(error, "stack")
    .split("\n")
    .filter((line) => /^\s+at /.test(line))
    .flatMap((line) => {
      const frame = rewriteFrame(line, root);
      return frame === null ? [] : [frame];
    })
    .slice(0, MAX_FRAMES)
    .join("");
}

function rewriteFrame(line: string, root: string): string | null {
  const match = /^\s+at (?:(.*?) \()?(.*?):(\d+):(\d+)\)?$/.exec(line);
  if (!match) return null;
  const [, name, location = ""] = match;
  const file = location.startsWith("file:")
    ? fileURLToPath(location)
    : location;
  const given = { file, row: Number(match[3]), column: Number(match[4]) };
  const source = file.startsWith(root) ? sourcePosition(given) : given;
  const shown = shownPath(source.file, root);
  if (shown === null) return null;
  const position = `${shown}:${source.row}:${source.column}`;
  return `\n    at ${name ? `${shortName(name)} (${position})` : position}`;
}

function shownPath(file: string, root: string): string | null {
  if (file.includes("/node_modules/convex/")) return null;
  const source = file.lastIndexOf("/convex/");
  if (!file.startsWith(root)) {
    // A source map leads out of the deployment, to the app's own folder.
    return source === -1 || file.includes("/backend/src/")
      ? null
      : `..${file.slice(source)}`;
  }
  return source >= root.length
    ? `..${file.slice(source)}`
    : `../convex${file.slice(root.length)}`;
}

function shortName(name: string): string {
  return name.replace(/^async /, "async ").replace(/^Object\./, "");
}
