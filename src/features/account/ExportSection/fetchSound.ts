import type { ExportSound } from "../../../../convex/shared/exports";
import { sha256Hex } from "../../../lib/pieces/sha256Hex";
import { pause as realPause } from "../../../lib/pause";
import { reachableUrl } from "../../../lib/reachableUrl";
import { untilAborted } from "../../../lib/untilAborted";

/**
 * How often one file may fail although the server answers other calls. With the pauses between the
 * tries, this takes two minutes.
 */
const MOST_TRIES = 8;
const FIRST_WAIT_MS = 1_000;
/** A connection that delivers nothing for this long counts as broken. */
const SILENCE_MS = 30_000;
const GONE: readonly number[] = [404, 410];

export interface FetchOptions {
  readonly signal: AbortSignal;
  /**
   * Called with the number of bytes of the file that have arrived; fewer than before if the
   * download begins again.
   */
  readonly onBytes: (receivedBytes: number) => void;
  /** Resolves as soon as the server can be reached. */
  readonly connected: () => Promise<void>;
  readonly pause?: typeof realPause;
}

/**
 * Downloads a stored file. After a broken connection, waits for the next one and downloads this
 * file again. Resolves to null if the file is gone. Rejects with an `AbortError` when the signal
 * aborts, and with another error if the file keeps failing.
 */
export async function fetchSound(
  sound: ExportSound,
  options: FetchOptions,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const { signal, connected, pause = realPause } = options;
  for (let tries = 1; ; tries += 1) {
    try {
      return await tryFetch(sound, options);
    } catch (error) {
      signal.throwIfAborted();
      if (tries === MOST_TRIES) throw error;
    }
    await pause(FIRST_WAIT_MS * 2 ** (tries - 1), signal);
    await untilAborted(connected(), signal);
  }
}

async function tryFetch(
  { url, sizeBytes, sha256 }: ExportSound,
  { signal, onBytes }: Pick<FetchOptions, "signal" | "onBytes">,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const watch = new SilenceWatch(signal);
  try {
    // Not cached, because all these files together would push everything else out of the browser's
    // cache.
    const init: RequestInit = { cache: "no-store", signal: watch.signal };
    const response = await fetch(reachableUrl(url), init);
    if (GONE.includes(response.status)) return null;
    if (!response.ok || response.body === null) {
      throw new Error(`a sound was answered with ${response.status}`);
    }
    const bytes = new Uint8Array(sizeBytes);
    const received = await readInto(bytes, response.body, (count) => {
      watch.restart();
      onBytes(count);
    });
    if (received !== sizeBytes || (await sha256Hex(bytes)) !== sha256) {
      throw new Error("a sound was damaged on its way");
    }
    return bytes;
  } finally {
    watch.end();
  }
}

/**
 * Reads the body into `bytes` and returns how many bytes arrived; stops and returns Infinity if
 * they do not fit.
 */
async function readInto(
  bytes: Uint8Array,
  body: ReadableStream<Uint8Array>,
  onBytes: (count: number) => void,
): Promise<number> {
  const reader = body.getReader();
  let count = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return count;
    if (count + value.length > bytes.length) {
      await reader.cancel();
      return Infinity;
    }
    bytes.set(value, count);
    count += value.length;
    onBytes(count);
  }
}

/** Aborts `signal` when `outer` aborts, or when `restart` is not called for too long. */
class SilenceWatch {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal;
  readonly #stop = () => this.#controller.abort();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(outer: AbortSignal) {
    this.#outer = outer;
    outer.addEventListener("abort", this.#stop);
    if (outer.aborted) this.#stop();
    this.restart();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  restart(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#stop, SILENCE_MS);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#outer.removeEventListener("abort", this.#stop);
  }
}
