import { Skeleton } from "@mantine/core";
import classes from "../ContentCard/deck.module.css";

/** Placeholder with the exact layout of a player. */
export function DeckSkeleton({ isCompact }: { isCompact?: boolean }) {
  return (
    <div className={classes.deck} data-compact={isCompact || undefined}>
      <Skeleton height={60} width={60} circle />
      <Skeleton height={48} />
      <div className={classes.foot}>
        <Skeleton height={20} width="6.2rem" />
      </div>
    </div>
  );
}
