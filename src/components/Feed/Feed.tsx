import { Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { PAGE_SIZE } from "../../../convex/shared/limits";
import { LoadFailed } from "../ErrorNote/LoadFailed";
import { Pagination } from "../Pagination/Pagination";
import { useIsPainted } from "../../hooks/useIsPainted";
import { useTexts } from "../../texts/TextsProvider";
import type { FeedResult } from "./feedResult";
import { useKeptPage } from "./useKeptPage";
import { ContentCardSkeletons } from "../ContentCardSkeletons/ContentCardSkeletons";

interface FeedProps<Item> {
  result: FeedResult<Item>;
  /** True for a list of beats, whose cards are smaller on a phone. */
  isOfBeats?: boolean;
  /** Shown when the page has loaded and has no items. */
  empty: ReactNode;
  onTurn: (page: number) => void;
  children: (items: readonly Item[]) => ReactNode;
}

/**
 * Shows one page of a list in each of its states: pending, failed, empty or filled. The previous
 * page stays visible while the next one loads.
 */
export function Feed<Item>(props: FeedProps<Item>) {
  const { result, isOfBeats, empty, onTurn, children } = props;
  const t = useTexts("home");
  const { shown, isTurning } = useKeptPage(result);
  const isPainted = useIsPainted();
  if (shown.status === "pending") {
    return <ContentCardSkeletons count={PAGE_SIZE} isCompact={isOfBeats} />;
  }
  if (shown.status === "error") {
    return <LoadFailed message={t.loadFailed} />;
  }
  const { items, page, pageCount } = shown.data;
  if (items.length === 0) return empty;
  return (
    <Stack gap="xl" aria-busy={isTurning} opacity={isTurning ? 0.6 : 1}>
      {children(items)}
      {isPainted && (
        <Pagination page={page} pageCount={pageCount} onChange={onTurn} />
      )}
    </Stack>
  );
}
