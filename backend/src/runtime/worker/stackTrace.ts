import { fileURLToPath } from "node:url";
import { sourcePosition } from "./sourcePositions.ts";
import { textProperty } from "./thrownText.ts";

const MAX_FRAMES = 8;
/**
 * Frames are at the end of a stack; this length holds more frames than V8 records.
 */
const MAX_STACK_LENGTH = 100_000;
/** A longer line is not a frame but text that somebody made up. */
const MAX_LINE_LENGTH = 1_000;

/**
 * Returns the stack frames within user code, one per line, such as
 * `    at handler (../convex/messages.ts:10:5)`. Starts with a line break if there
 * are any frames. Callers choose what error messages say, so lines of a message do
 * not count as frames, and the time taken grows only with the length of the stack.
 */
export function functionFrames(error: Error, root: string): string {
  return withoutMessage(error)
    .slice(-MAX_STACK_LENGTH)
    .split("\n")
    .filter(isFrame)
    .flatMap((line) => {
      const frame = rewriteFrame(line, root);
      return frame === null ? [] : [frame];
    })
    .slice(0, MAX_FRAMES)
    .join("");
}

/** Returns the stack after its first line, `Name: message`. */
function withoutMessage(error: Error): string {
  const stack = textProperty(error, "stack");
  const message = textProperty(error, "message");
  // Names have no colon. The name may have changed since the stack was made.
  const start = stack.indexOf(": ") + 2;
  return stack.startsWith(message, start)
    ? stack.slice(start + message.length)
    : stack;
}

function isFrame(line: string): boolean {
  return line.length <= MAX_LINE_LENGTH && /^\s+at /.test(line);
}

function rewriteFrame(line: string, root: string): string | null {
  const end = /:(\d+):(\d+)\)?$/.exec(line);
  if (!end) return null;
  const { name, location } = splitFrame(line, end.index);
  const file = pathOf(location);
  if (file === null) return null;
  const given = { file, row: Number(end[1]), column: Number(end[2]) };
  const source = file.startsWith(root) ? sourcePosition(given) : given;
  const shown = shownPath(source.file, root);
  if (shown === null) return null;
  const position = `${shown}:${source.row}:${source.column}`;
  return `\n    at ${name ? `${shortName(name)} (${position})` : position}`;
}

/** Splits `at name (location:1:2)` or `at location:1:2`, where `:1:2` is at `end`. */
function splitFrame(
  line: string,
  end: number,
): { name: string; location: string } {
  const frame = line.slice(0, end).trimStart().slice("at ".length);
  const bracket = line.endsWith(")") ? frame.indexOf(" (") : -1;
  return bracket === -1
    ? { name: "", location: frame }
    : { name: frame.slice(0, bracket), location: frame.slice(bracket + 2) };
}

/** Returns null for an address that is not a local file. */
function pathOf(location: string): string | null {
  if (!location.startsWith("file:")) return location;
  try {
    return fileURLToPath(location);
  } catch {
    return null;
  }
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
