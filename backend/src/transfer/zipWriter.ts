import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";

export interface ZipContent {
  readonly name: string;
  readonly content: Readable | AsyncIterable<string | Uint8Array> | string;
  /** Bytes that are compressed already gain nothing. Default: compress. */
  readonly isStored?: boolean;
}

/** Writes entries one after the other, as fast as `target` takes them. */
export async function writeZip(
  entries: AsyncIterable<ZipContent>,
  target: NodeJS.WritableStream,
): Promise<void> {
  const zip = new ZipFile();
  // yazl writes to a stream of its own.
  const output = zip.outputStream as Readable;
  let current: Readable | null = null;
  const adding = (async () => {
    try {
      for await (const { name, content, isStored = false } of entries) {
        current = toStream(content);
        zip.addReadStream(current, name, { compress: !isStored, mtime: EPOCH });
        // One is open at a time.
        await finished(current);
      }
      zip.end();
    } catch (error) {
      output.destroy(error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
  })();
  const sending = pipeline(output, target).catch((error: unknown) => {
    // Whoever reads has left: what is being added is not asked for any more.
    current?.destroy();
    throw error;
  });
  await Promise.all([adding, sending]);
}

/** The clock says nothing of the data. */
const EPOCH = new Date(0);

function toStream(content: ZipContent["content"]): Readable {
  if (content instanceof Readable) return content;
  const chunks = typeof content === "string" ? [content] : content;
  return Readable.from(chunks, { objectMode: false });
}

export function fileContent(path: string): Readable {
  return createReadStream(path);
}
