import { getHeapStatistics } from "node:v8";
import { collectGarbage } from "../worker/collector.ts";

/** About as much as 25 short HTTP actions leave behind. */
const MOST_GARBAGE_BYTES = 48 * 1024 * 1024;

/**
 * Collects garbage once enough has piled up. Every action leaves the globals
 * and modules of its own context behind. V8 would let them pile up to its
 * limit, which is far above `MOST_GARBAGE_BYTES`, and the server's memory would
 * grow with them. V8 does not count the content of blobs at all.
 */
export class Garbage {
  readonly #heap: Heap;
  #leastBytes: number;
  /** Content of the blobs made since the last collection. */
  #blobBytes = 0;

  constructor(heap: Heap = realHeap()) {
    this.#heap = heap;
    this.#leastBytes = heap.usedBytes();
  }

  /** Collects if enough has piled up. Call it after each action. */
  collectWhenFull(): void {
    const usedBytes = this.#heap.usedBytes() + this.#blobBytes;
    this.#leastBytes = Math.min(this.#leastBytes, usedBytes);
    if (usedBytes < this.#leastBytes + MOST_GARBAGE_BYTES) return;
    this.#heap.collect();
    this.#blobBytes = 0;
    // What is left is in use, so the next collection waits until as much again
    // has piled up.
    this.#leastBytes = this.#heap.usedBytes();
  }

  /** Call it before a blob is made. One action may make many blobs. */
  addBlob(sizeBytes: number): void {
    this.#blobBytes += sizeBytes;
    this.collectWhenFull();
  }
}

interface Heap {
  /** Bytes of objects and buffers, including garbage. */
  usedBytes(): number;
  /** Stops this thread for about 50 ms. */
  collect(): void;
}

const realHeap = (): Heap => ({
  usedBytes: () => {
    const { used_heap_size, external_memory } = getHeapStatistics();
    return used_heap_size + external_memory;
  },
  collect: () => collectGarbage(),
});
