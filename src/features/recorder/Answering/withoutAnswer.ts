import type { FinishedTake } from "../../../audio/store/finishedTake";

/** Returns the same take without the verse that it answers. */
export function withoutAnswer(take: FinishedTake): FinishedTake {
  if (!take.credit?.answers) return take;
  const { answers: _, ...credit } = take.credit;
  return { ...take, credit };
}
