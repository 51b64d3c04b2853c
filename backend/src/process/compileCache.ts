import { lstatSync, mkdirSync, statfsSync } from "node:fs";
import { join } from "node:path";
import {
  COMPILED_FOLDER,
  OTHERS_MAY_WRITE,
} from "../storage/compiledFolder.ts";

/** The compiled code takes about 5 MB, which a full disk keeps for the data. */
const LEAST_FREE_BYTES = 64 << 20;

/**
 * Returns the variable that makes Node keep compiled code beside the data, so that
 * later starts take half the processor time. Nothing if the variable is set, or if
 * somebody else could put code there, or the disk is nearly full.
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
    // The server will say what is wrong with the folder.
    return {};
  }
}
