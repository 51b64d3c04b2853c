import { Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { PAGE_SIZE } from "../../../../convex/shared/limits";
import { LoadFailed } from "../../../components/ErrorNote/LoadFailed";
import { Pagination } from "../../../components/Pagination/Pagination";
import { useTexts } from "../../../texts/TextsProvider";
import { useKeptPage } from "../useKeptPage";
import { SoundCardSkeletons } from "../../player/SoundCardSkeletons/SoundCardSkeletons";

interface PageOf<Item> {
  readonly items: readonly Item[];
  readonly page: number;
  readonly pageCount: number;
}

export type FeedResult<Item> =
  | { readonly status: "pending" }
  | { readonly status: "error" }
  | { readonly status: "success"; readonly data: PageOf<Item> };

interface FeedProps<Item> {
  result: FeedResult<Item>;
  /** In place of the cards once it is certain that there are none. */
  empty: ReactNode;
  onTurn: (page: number) => void;
  children: (items: readonly Item[]) => ReactNode;
}

/** One page of cards in all its states: waiting, failed, empty, full. */
export function Feed<Item>(props: FeedProps<Item>) {
  const { result, empty, onTurn, children } = props;
  const t = useTexts("home");
  const { shown, isTurning } = useKeptPage(result);
  if (shown.status === "pending") {
    return <SoundCardSkeletons count={PAGE_SIZE} />;
  }
  if (shown.status === "error") {
    return <LoadFailed message={t.loadFailed} />;
  }
  const { items, page, pageCount } = shown.data;
  if (items.length === 0) return empty;
  return (
    <Stack gap="xl" aria-busy={isTurning} opacity={isTurning ? 0.6 : 1}>
      {children(items)}
      <Pagination page={page} pageCount={pageCount} onChange={onTurn} />
    </Stack>
  );
}
