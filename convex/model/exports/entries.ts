import type { Doc, Id } from "../../_generated/dataModel";
import type { WriteCtx } from "../contexts";
import { crc32 } from "./crc32";
import type { TextFile } from "./tables";

export type Entry = Doc<"exportEntries">;

const NO_CONTENT = {
  title: "",
  number: null,
  text: null,
  bytes: null,
  storageId: null,
  start: null,
} as const;

/**
 * Adds a text file, which gets its place in the ZIP later. Half of a surrogate
 * pair becomes U+FFFD, as it would in UTF-8.
 */
export async function addText(
  ctx: WriteCtx,
  exportId: Id<"exports">,
  file: TextFile,
): Promise<void> {
  const { path } = file;
  const text = file.text.toWellFormed();
  const bytes = new TextEncoder().encode(text);
  await ctx.db.insert("exportEntries", {
    ...NO_CONTENT,
    ...{ exportId, path, text, sizeBytes: bytes.length, crc32: crc32(bytes) },
  });
}

/** A stored sound, as a file of an export. */
export interface SoundFile {
  path: string;
  title: string;
  number: number;
  storageId: Id<"_storage">;
  sizeBytes: number;
  /** The verse, if it has words. */
  verseId?: Id<"verses">;
}

/** Adds a sound, which must be read for its checksum before it gets a place. */
export async function addSound(
  ctx: WriteCtx,
  exportId: Id<"exports">,
  sound: SoundFile,
): Promise<void> {
  const row = { ...NO_CONTENT, ...sound, exportId, crc32: null };
  await ctx.db.insert("exportEntries", row);
}

/** Adds a run of bytes of the directory, at its place. */
export async function addDirectory(
  ctx: WriteCtx,
  exportId: Id<"exports">,
  { bytes, start }: { bytes: Uint8Array<ArrayBuffer>; start: number },
): Promise<void> {
  await ctx.db.insert("exportEntries", {
    ...NO_CONTENT,
    ...{ exportId, path: "", bytes: bytes.buffer, start },
    ...{ sizeBytes: bytes.length, crc32: 0 },
  });
}
