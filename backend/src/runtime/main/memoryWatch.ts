import type { Worker } from "node:worker_threads";

const INTERVAL_MS = 100;
const MEBIBYTE = 1024 * 1024;

/**
 * V8 ends the process, not the worker, at its own limit, so that limit stays
 * well above the one that we enforce.
 */
const HARD_FACTOR = 4;

/** The larger a heap may become, the more garbage V8 lets pile up in it. */
export function heapLimitsOf(memoryMib: number) {
  return { maxOldGenerationSizeMb: HARD_FACTOR * memoryMib };
}

export function memoryMessage(path: string, memoryMib: number): string {
  return `${path} took more than ${memoryMib} MiB of memory and was ended.`;
}

/**
 * Measures heap and buffers every 100 ms while a worker runs functions. Calls
 * `onExceeded` at each measurement above the limit, until `stop`.
 */
export class MemoryWatch {
  readonly #timer: NodeJS.Timeout;
  #isLooking = false;

  constructor(
    worker: Worker,
    memoryMib: number,
    on: { readonly isBusy: () => boolean; readonly onExceeded: () => void },
  ) {
    const look = async () => {
      if (this.#isLooking || !on.isBusy()) return;
      this.#isLooking = true;
      const heap = await worker.getHeapStatistics().catch(() => null);
      this.#isLooking = false;
      if (heap === null) return;
      const heldBytes = heap.used_heap_size + heap.external_memory;
      if (heldBytes > memoryMib * MEBIBYTE) on.onExceeded();
    };
    this.#timer = setInterval(() => void look(), INTERVAL_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
