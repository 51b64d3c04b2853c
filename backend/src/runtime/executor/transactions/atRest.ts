import { nextTick } from "node:process";
import { immediate } from "../../../queues/immediate.ts";
import type { TransactionCall } from "../../worker/callContext.ts";

/**
 * Runs a function until all that it has begun is finished, as Convex does. The
 * result of a function that returns is valid only once the calls that it has
 * begun are finished, whether it awaited them or not. A function that throws,
 * or leaves a rejected promise unhandled, stops at once: its other calls are
 * refused from then on.
 */
export async function untilAtRest<T>(
  call: TransactionCall | undefined,
  run: () => Promise<T>,
): Promise<T> {
  if (call === undefined) return await run();
  try {
    const result = await run();
    do {
      await Promise.all(call.unanswered);
      await microtasks();
      // Node reports unhandled rejections only after the microtasks.
      if (call.hasFailed) await immediate();
      if (call.unhandled !== null) throw call.unhandled.error;
    } while (call.unanswered.size > 0);
    return result;
  } finally {
    call.hasEnded = true;
  }
}

/** Resolves when all microtasks have run, before anything else begins. */
function microtasks(): Promise<void> {
  return new Promise((resolve) => {
    nextTick(resolve);
  });
}
