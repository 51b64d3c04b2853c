import { ContentCardSkeletons } from "../../components/ContentCardSkeletons/ContentCardSkeletons";
import { useCan } from "../../hooks/useCan";
import classes from "./FreshCard/FreshCard.module.css";

/**
 * Placeholder with the exact layout of `FreshCard`: a card, and the space of the follow button
 * below it.
 */
export function FreshSkeleton({ isCompact }: { isCompact?: boolean }) {
  const answers = useCan()("verse:create") && !isCompact;
  return (
    <div className={classes.card}>
      <ContentCardSkeletons count={1} isCompact={isCompact} />
      <div className={classes.follow} data-answers={answers || undefined} />
    </div>
  );
}
