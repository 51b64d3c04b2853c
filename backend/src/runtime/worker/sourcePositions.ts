/**
 * Maps positions in a module to positions in its source, with the source map next
 * to the file.
 */
import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";

export interface SourcePosition {
  readonly file: string;
  /** Counted from 1. */
  readonly row: number;
  readonly column: number;
}

const maps = new Map<string, SourceMap | null>();

/** Returns the position itself if there is no map. */
export function sourcePosition(position: SourcePosition): SourcePosition {
  const { file, row, column } = position;
  const entry = mapOf(file)?.findEntry(row - 1, column - 1);
  if (!entry || !("originalSource" in entry)) return position;
  const source = new URL(entry.originalSource, pathToFileURL(file));
  if (source.protocol !== "file:") return position;
  return {
    file: fileURLToPath(source),
    row: entry.originalLine + 1,
    column: entry.originalColumn + 1,
  };
}

function mapOf(file: string): SourceMap | null {
  const known = maps.get(file);
  if (known !== undefined) return known;
  const read = readMap(file);
  maps.set(file, read);
  return read;
}

function readMap(file: string): SourceMap | null {
  try {
    // The CLI's bundler wrote the file.
    const payload = JSON.parse(
      readFileSync(`${file}.map`, "utf8"),
    ) as ConstructorParameters<typeof SourceMap>[0];
    return new SourceMap(payload);
  } catch {
    return null;
  }
}
