import { downloadZip } from "client-zip";
import type { ConvexReactClient } from "convex/react";
import { api } from "../../../../convex/_generated/api";
import type { ExportSound } from "../../../../convex/shared/exports";
import type { Language } from "../../../../convex/shared/validators";
import { hasRoomFor } from "../../../audio/store/hasRoomFor";
import { untilAborted } from "../../../lib/untilAborted";
import { whenConnected } from "../../../lib/whenConnected";
import { storeZip, type StoredZip } from "../../../lib/zipFolder";
import type { ExportTexts } from "../../../texts/useExportTexts";
import { fetchSound } from "./fetchSound";
import { readTables, type Tables } from "./readTables";
import { zipEntries } from "./zipEntries";

/** Thrown if the browser cannot store a ZIP of this size. */
export class NoRoomError extends Error {
  readonly sizeBytes: number;

  constructor(sizeBytes: number, cause?: unknown) {
    super("there is no room for the export", { cause });
    this.sizeBytes = sizeBytes;
  }
}

interface ExportOptions {
  readonly language: Language;
  readonly texts: ExportTexts["page"];
  readonly signal: AbortSignal;
  /** Called with the share of the sounds that has arrived, from 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/**
 * Makes one ZIP of everything that belongs to the viewer. Holds only one sound at a time in memory.
 * Rejects with an `AbortError` when the signal aborts, with a `NoRoomError` if the browser cannot
 * store the ZIP, or with another error if something cannot be read.
 */
export async function makeExport(
  client: ConvexReactClient,
  { signal, onProgress, ...page }: ExportOptions,
): Promise<StoredZip> {
  const tables = await readTables((place) =>
    untilAborted(client.query(api.exports.page, place), signal),
  );
  const totalBytes = soundBytes(tables);
  if (!(await hasRoomFor(totalBytes))) throw new NoRoomError(totalBytes);
  let doneBytes = 0;
  onProgress(0);
  const load = async (sound: ExportSound) => {
    const bytes = await fetchSound(sound, {
      signal,
      connected: () => whenConnected(client),
      onBytes: (count) => onProgress((doneBytes + count) / totalBytes),
    });
    doneBytes += sound.sizeBytes;
    return bytes;
  };
  try {
    return await storeZip(downloadZip(zipEntries(tables, { ...page, load })));
  } catch (error) {
    throw isFull(error) ? new NoRoomError(totalBytes, error) : error;
  }
}

const soundBytes = (tables: Tables): number =>
  [...tables.values()]
    .flat()
    .reduce((sum, { sound }) => sum + (sound?.sizeBytes ?? 0), 0);

const isFull = (error: unknown) =>
  error instanceof DOMException && error.name === "QuotaExceededError";
