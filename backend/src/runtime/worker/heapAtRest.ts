import { getHeapStatistics } from "node:v8";
import { collectGarbage } from "./collector.ts";

const LOOK_MS = 10_000;
/**
 * A thread is at rest if it has used a CPU for at most this share of the time since
 * the last look.
 */
const CALM_SHARE = 0.4;
const MEBIBYTE = 1024 * 1024;
const MOST_GROWTH = 1.5;
/** Less growth than this is not worth a collection. */
const LEAST_LEFT_BYTES = 8 * MEBIBYTE;
/** A collection stops the thread for about a millisecond for each MiB that is in use. */
const MOST_USED_BYTES = 128 * MEBIBYTE;
const LOOKS_BETWEEN = 6;

export interface HeapSizes {
  /** Bytes of objects, including garbage. */
  readonly usedBytes: number;
  /** Bytes of the machine's memory that the heap holds. */
  readonly heldBytes: number;
}

/**
 * Gives back the memory that a burst of work has left in the heap of a thread. V8
 * keeps the garbage, and room for as much again, until new objects fill that room.
 * In a thread that has little to do, this takes many minutes.
 */
export class HeapAtRest {
  readonly #sizes: () => HeapSizes;
  readonly #collect: () => void;
  #leastBytes: number;
  #looks = LOOKS_BETWEEN;

  constructor(sizes: () => HeapSizes, collect: () => void) {
    this.#sizes = sizes;
    this.#collect = collect;
    this.#leastBytes = sizes().heldBytes;
  }

  /**
   * Call it every ten seconds, with the share of that time in which the thread used
   * a CPU.
   */
  look(busyShare: number): void {
    this.#looks += 1;
    const { usedBytes, heldBytes } = this.#sizes();
    this.#leastBytes = Math.min(this.#leastBytes, heldBytes);
    const most = MOST_GROWTH * this.#leastBytes + LEAST_LEFT_BYTES;
    const isWorthIt = heldBytes > most && usedBytes < MOST_USED_BYTES;
    if (busyShare > CALM_SHARE || !isWorthIt) return;
    if (this.#looks < LOOKS_BETWEEN) return;
    this.#looks = 0;
    this.#collect();
    this.#leastBytes = this.#sizes().heldBytes;
  }
}

/** Watches the heap of this thread. The timer does not keep the thread alive. */
export function restHeap(): NodeJS.Timeout {
  const rest = new HeapAtRest(ownSizes, () =>
    collectGarbage({ type: "major", flavor: "last-resort" }),
  );
  let lastMs = cpuMs();
  const look = () => {
    const nowMs = cpuMs();
    rest.look((nowMs - lastMs) / LOOK_MS);
    lastMs = nowMs;
  };
  return setInterval(look, LOOK_MS).unref();
}

/**
 * The CPU time of this thread. Unlike the figures of the event loop, it leaves out
 * waiting for a disk. Node 22 knows only the CPU time of the whole process, which
 * is more.
 */
function cpuMs(): number {
  const { user, system } =
    "threadCpuUsage" in process
      ? process.threadCpuUsage()
      : (process as NodeJS.Process).cpuUsage();
  return (user + system) / 1_000;
}

function ownSizes(): HeapSizes {
  const { used_heap_size, total_physical_size } = getHeapStatistics();
  return { usedBytes: used_heap_size, heldBytes: total_physical_size };
}
