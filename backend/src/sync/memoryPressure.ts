import { getHeapStatistics } from "node:v8";

/**
 * Share of the old generation's limit; V8 ends the process when all of it is
 * used.
 */
const SCARCE_SHARE = 0.7;
/** `heap_size_limit` includes at most this much for the young generation. */
const YOUNG_BYTES = 192 << 20;

/**
 * Returns true if the heap is too full to accept new work, or if the buffers
 * outside of it, such as unread answers, are as large as the heap may become.
 * Garbage counts as used, so the server sometimes refuses clients that would
 * have fitted; they retry.
 */
export function isMemoryScarce(): boolean {
  const {
    used_heap_size: used,
    heap_size_limit: limit,
    external_memory: outside,
  } = getHeapStatistics();
  const lasting = Math.max(limit - YOUNG_BYTES, limit / 3);
  return Math.max(used, outside) > SCARCE_SHARE * lasting;
}
