import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";

export interface ZipContent {
  readonly name: string;
  readonly content: Readable | AsyncIterable<string | Uint8Array> | string;
  /** True for bytes that are already compressed. Default: compress. */
  readonly isStored?: boolean;
}

/**
 * Writes entries one after another, as fast as `target` accepts them. Rejects
 * if the reader closes `target`.
 */
export async function writeZip(
  entries: AsyncIterable<ZipContent>,
  target: NodeJS.WritableStream,
): Promise<void> {
  const zip = new ZipFile();
  // yazl creates this stream itself, and it is readable.
  const output = zip.outputStream as Readable;
  let current: Readable | null = null;
  const adding = (async () => {
    try {
      for await (const { name, content, isStored = false } of entries) {
        current = toStream(content);
        zip.addReadStream(current, name, { compress: !isStored, mtime: EPOCH });
        // Keep one source open at a time.
        await finished(current);
      }
      zip.end();
    } catch (error) {
      output.destroy(error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
  })();
  const sending = pipeline(output, target).catch((error: unknown) => {
    // The reader has gone, so stop the current source.
    current?.destroy();
    throw error;
  });
  await Promise.all([adding, sending]);
}

/**
 * Entries get a fixed time, because the time of the export says nothing about the
 * data.
 */
const EPOCH = new Date(0);

function toStream(content: ZipContent["content"]): Readable {
  if (content instanceof Readable) return content;
  const chunks = typeof content === "string" ? [content] : content;
  return Readable.from(chunks, { objectMode: false });
}

export function fileContent(path: string): Readable {
  return createReadStream(path);
}
