import type { FinishedTake } from "../../../audio/store/finishedTake";

/** The same take, which then answers nothing. */
export function withoutAnswer(take: FinishedTake): FinishedTake {
  if (!take.credit?.answers) return take;
  const { answers: _, ...credit } = take.credit;
  return { ...take, credit };
}
