import { nextTick } from "node:process";
import { immediate } from "../../../queues/immediate.ts";
import type { TransactionCall } from "../../worker/callContext.ts";

/**
 * Runs a function to its end, as Convex does. One that returns first finishes
 * everything it has begun, awaited or not; only then is its result valid. One
 * that throws stops at once: its other calls are refused from here on. So does
 * one that leaves a rejected promise to nobody.
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
      // Node tells of unhandled rejections after that.
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
