/**
 * Entry of the thread that searches vectors, so that searches do not hold up
 * queries. It handles one message at a time, in order: a search sees all
 * entries put before it.
 */
import { parentPort, workerData } from "node:worker_threads";
import { HeldVectors } from "./heldVectors.ts";
import type {
  FromVectorWorker,
  IndexShape,
  ToVectorWorker,
  VectorRequest,
  VectorWorkerData,
} from "../messages/vectorMessages.ts";
import { errorText } from "../../log/errorText.ts";

// The executor passes these when it starts the worker.
const { maxBytes } = workerData as VectorWorkerData;
const indexes = new Map<number, HeldVectors>();
/** Indexes that did not fit. They stay refused until they are dropped. */
const refused = new Set<number>();

class TooLarge extends Error {
  override readonly name = "TooLarge";

  constructor() {
    super(
      `The vector indexes need more than ${Math.floor(maxBytes / 2 ** 20)} MiB of memory (--vector-memory-mib).`,
    );
  }
}

type Put = Extract<VectorRequest, { type: "put" }>;

function handle(request: VectorRequest): number[] {
  if (request.type === "drop") {
    indexes.delete(request.indexId);
    refused.delete(request.indexId);
    return [];
  }
  const { index } = request;
  if (refused.has(index.indexId)) throw new TooLarge();
  if (request.type === "search") {
    const { vector, filter, count } = request;
    return heldOf(index).nearest(vector, filter, count);
  }
  put(request);
  return [];
}

function heldOf(index: IndexShape): HeldVectors {
  const held = indexes.get(index.indexId) ?? new HeldVectors(index);
  indexes.set(index.indexId, held);
  return held;
}

function put({ index, rows, vectors, filters, removed }: Put): void {
  const held = heldOf(index);
  const { dimensions, filterBytes } = index;
  for (const row of removed) held.remove(row);
  for (const [at, row] of rows.entries()) {
    if (!held.has(row)) requireRoom(index, held);
    held.put(
      row,
      vectors.subarray(at * dimensions, (at + 1) * dimensions),
      filters.subarray(at * filterBytes, (at + 1) * filterBytes),
    );
  }
}

/**
 * Gives up the index and throws TooLarge if it needs a block that there is no
 * room for.
 */
function requireRoom({ indexId }: IndexShape, held: HeldVectors): void {
  if (!held.isFull) return;
  let bytes = held.blockBytes;
  for (const other of indexes.values()) bytes += other.bytes;
  if (bytes <= maxBytes) return;
  indexes.delete(indexId);
  refused.add(indexId);
  throw new TooLarge();
}

function answer({ requestNumber, request }: ToVectorWorker): FromVectorWorker {
  try {
    return { requestNumber, rows: handle(request), error: null };
  } catch (error) {
    return { requestNumber, rows: [], error: errorText(error) };
  }
}

parentPort?.on("message", (message: ToVectorWorker) => {
  parentPort?.postMessage(answer(message));
});
