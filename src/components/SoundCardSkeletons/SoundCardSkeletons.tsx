import { Skeleton, Stack } from "@mantine/core";
import { useTexts } from "../../texts/TextsProvider";
import { PICTURE_SIZE } from "../SoundCard/SoundCard";
import cardClasses from "../SoundCard/SoundCard.module.css";
import deckClasses from "../SoundCard/deck.module.css";

/**
 * Placeholders with the exact layout of `SoundCard`, so that nothing moves when the cards arrive.
 */
export function SoundCardSkeletons({ count }: { count: number }) {
  const { loading } = useTexts("common");
  return (
    <Stack gap="lg" role="status" aria-busy="true" aria-label={loading}>
      {Array.from({ length: count }, (_, index) => (
        <SoundCardSkeleton key={index} />
      ))}
    </Stack>
  );
}

function SoundCardSkeleton() {
  return (
    <div className={cardClasses.card} aria-hidden="true">
      <div className={cardClasses.head}>
        <div className={cardClasses.identity}>
          <Skeleton height={PICTURE_SIZE} width={PICTURE_SIZE} />
          <div className={cardClasses.names}>
            <Skeleton className={cardClasses.title} width="9ch">
              &nbsp;
            </Skeleton>
            <Skeleton className={cardClasses.meta} width="14ch">
              &nbsp;
            </Skeleton>
          </div>
        </div>
        <Skeleton height={26} width={90} />
      </div>
      <div className={deckClasses.deck}>
        <Skeleton height={60} width={60} circle />
        <Skeleton height={48} />
        <div className={deckClasses.foot}>
          <Skeleton height={20} width="6.2rem" />
        </div>
      </div>
    </div>
  );
}
