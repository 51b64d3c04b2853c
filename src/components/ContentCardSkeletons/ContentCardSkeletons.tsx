import { Skeleton, Stack } from "@mantine/core";
import { useTexts } from "../../texts/TextsProvider";
import { PICTURE_SIZE } from "../ContentCard/ContentCard";
import cardClasses from "../ContentCard/ContentCard.module.css";
import { DeckSkeleton } from "./DeckSkeleton";

interface SkeletonsProps {
  count: number;
  /** True for the cards of beats; see `TrackDeck`. */
  isCompact?: boolean;
  /** Names that are already known for the first card. */
  names?: Names;
}

interface Names {
  readonly title: string;
  readonly by: string;
}

/**
 * Placeholders with the exact layout of `ContentCard`, so that nothing moves when the cards arrive.
 */
export function ContentCardSkeletons(props: SkeletonsProps) {
  const { count, isCompact, names } = props;
  const { loading } = useTexts("common");
  return (
    <Stack
      className={cardClasses.stack}
      role="status"
      aria-busy="true"
      aria-label={loading}
      data-waiting
    >
      {Array.from({ length: count }, (_, index) => (
        <ContentCardSkeleton
          key={index}
          isCompact={isCompact}
          names={index === 0 ? names : undefined}
        />
      ))}
    </Stack>
  );
}

function ContentCardSkeleton({
  isCompact,
  names,
}: Omit<SkeletonsProps, "count">) {
  return (
    <div className={cardClasses.card} aria-hidden="true">
      <div className={cardClasses.head}>
        <div className={cardClasses.identity}>
          <Skeleton height={PICTURE_SIZE} width={PICTURE_SIZE} flex="none" />
          <div className={cardClasses.names}>
            {names === undefined ? <NoNames /> : <KnownNames {...names} />}
          </div>
        </div>
        <Skeleton height={26} width={90} />
      </div>
      <DeckSkeleton isCompact={isCompact} />
    </div>
  );
}

function NoNames() {
  return (
    <>
      <Skeleton className={cardClasses.title} width="9ch">
        &nbsp;
      </Skeleton>
      <Skeleton className={cardClasses.meta} width="14ch">
        &nbsp;
      </Skeleton>
    </>
  );
}

function KnownNames({ title, by }: Names) {
  return (
    <>
      <div className={cardClasses.title}>{title}</div>
      <div className={cardClasses.meta}>{by}</div>
    </>
  );
}
