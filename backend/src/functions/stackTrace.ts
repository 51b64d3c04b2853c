import { fileURLToPath } from "node:url";

const MAX_FRAMES = 8;

/** Frames within user code, as `\n    at handler (../convex/messages.ts:10:5)`. */
export function functionFrames(error: Error, root: string): string {
  return (error.stack ?? "")
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
  const [, name, location = "", row, column] = match;
  const file = location.startsWith("file:")
    ? fileURLToPath(location)
    : location;
  const shown = shownPath(file, root);
  if (shown === null) return null;
  const position = `${shown}:${row}:${column}`;
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
  return source > root.length
    ? `..${file.slice(source)}`
    : `../convex${file.slice(root.length)}`;
}

function shortName(name: string): string {
  return name.replace(/^async /, "async ").replace(/^Object\./, "");
}
