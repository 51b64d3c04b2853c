import type {
  BeatSummary,
  VerseSummary,
} from "../../../convex/shared/validators";

type Hidden = ReadonlySet<string>;

export const isBeatHidden = (
  beat: Pick<BeatSummary, "producer">,
  hidden: Hidden,
): boolean => hidden.has(beat.producer.userId);

/**
 * Returns whether a verse is by a blocked person or on a blocked person's beat. The viewer's own
 * verses are never hidden.
 */
export function isVerseHidden(
  {
    rapper,
    beat,
  }: Pick<VerseSummary, "rapper"> & {
    beat: Pick<VerseSummary["beat"], "producer">;
  },
  hidden: Hidden,
  viewerId: string | undefined,
): boolean {
  if (rapper.userId === viewerId) return false;
  return hidden.has(rapper.userId) || isBeatHidden(beat, hidden);
}
