import type { FinishedTake } from "../../../audio/store/finishedTake";

/** Returns the same take, but as one that answers no verse. */
export function withoutAnswer(take: FinishedTake): FinishedTake {
  if (!take.credit?.answers) return take;
  const { answers: _, ...credit } = take.credit;
  return { ...take, credit };
}
