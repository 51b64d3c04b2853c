import { ConvexError } from "convex/values";
import type { OutboxProblem } from "./entry";
import type { Outbox } from "./outbox";

interface FollowOptions {
  /** Whole percent that the server has confirmed. */
  readonly onProgress: (percent: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Resolves once an entry has been sent. Rejects if it was refused, which takes
 * it out of the outbox, and if it was cancelled. When the signal aborts, it
 * rejects as well, and the entry stays.
 */
export async function followEntry(
  outbox: Outbox,
  id: string,
  { onProgress, signal }: FollowOptions,
): Promise<void> {
  const unfollow = outbox.follow(id);
  let stop: () => void = () => undefined;
  try {
    const problem = await new Promise<OutboxProblem | null>(
      (resolve, reject) => {
        const give = () => reject(new DOMException("cancelled", "AbortError"));
        const look = () => {
          const entry = outbox.getEntries().find((one) => one.id === id);
          if (entry?.problem) resolve(entry.problem);
          else if (entry) onProgress(entry.percent);
          else if (outbox.outcomeOf(id) === "sent") resolve(null);
          else if (outbox.outcomeOf(id) === "cancelled") give();
        };
        const unsubscribe = outbox.subscribe(look);
        signal.addEventListener("abort", give);
        stop = () => {
          unsubscribe();
          signal.removeEventListener("abort", give);
        };
        if (signal.aborted) give();
        else look();
      },
    );
    if (problem === null) return;
    await outbox.remove(id, "cancelled");
    throw errorOf(problem);
  } finally {
    stop();
    unfollow();
  }
}

export function errorOf({ refusal }: OutboxProblem): Error {
  return refusal === null
    ? new Error("the verse could not be sent")
    : new ConvexError({ ...refusal });
}
