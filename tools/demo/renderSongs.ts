import { once } from "node:events";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Song } from "./songs.ts";

export interface RenderedFile {
  readonly wav: Uint8Array<ArrayBuffer>;
  readonly peaks: number[];
  readonly durationMs: number;
}

export interface RenderedSong {
  readonly beat: RenderedFile;
  /** One per take of the song, in the same order. */
  readonly takes: readonly RenderedFile[];
}

/**
 * Renders all songs on worker threads, leaving one core to the server and using
 * at most four. Calls `take` with each song as soon as it is ready, in any
 * order.
 */
export async function renderSongs(
  songs: readonly Song[],
  take: (song: Song, rendered: RenderedSong) => void,
): Promise<void> {
  const queue = [...songs];
  const threads = Math.max(1, Math.min(4, availableParallelism() - 1));
  await Promise.all(
    Array.from({ length: threads }, async () => {
      const worker = new Worker(join(import.meta.dirname, "renderWorker.ts"));
      try {
        for (let song = queue.shift(); song; song = queue.shift())
          take(song, await render(worker, song));
      } finally {
        await worker.terminate();
      }
    }),
  );
}

/** Renders one song on the worker. Rejects with the worker's error. */
async function render(worker: Worker, song: Song): Promise<RenderedSong> {
  const answered = once(worker, "message");
  worker.postMessage(song);
  // The worker sends nothing else.
  const [rendered] = (await answered) as [RenderedSong];
  return rendered;
}
