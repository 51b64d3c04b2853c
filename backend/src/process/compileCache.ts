import { lstatSync, mkdirSync, statfsSync } from "node:fs";
import { join } from "node:path";
import {
  COMPILED_FOLDER,
  OTHERS_MAY_WRITE,
} from "../storage/compiledFolder.ts";

/**
 * Compiled code takes about 5 MB. With less free space than this, the disk
 * keeps its space for data.
 */
const LEAST_FREE_BYTES = 64 << 20;

/**
 * Returns the variable that makes Node keep compiled code beside the data,
 * which halves the processor time of later starts. Returns nothing if the
 * variable is set already, if somebody else could put code there, or if the
 * disk is nearly full.
 */
export function compileCache(dataDir: string): Record<string, string> {
  if (process.env.NODE_COMPILE_CACHE !== undefined) return {};
  const folder = join(dataDir, COMPILED_FOLDER);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { mode, uid } = lstatSync(folder);
    const isOwn = uid === process.getuid?.() && (mode & OTHERS_MAY_WRITE) === 0;
    const { bavail, bsize } = statfsSync(folder);
    const hasSpace = bavail * bsize >= LEAST_FREE_BYTES;
    return isOwn && hasSpace ? { NODE_COMPILE_CACHE: folder } : {};
  } catch {
    // The server will report what is wrong with the folder.
    return {};
  }
}
