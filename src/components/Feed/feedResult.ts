/** One page of a live list. Pages count from 1. */
export interface PageOf<Item> {
  readonly items: readonly Item[];
  readonly page: number;
  readonly pageCount: number;
}

export type FeedResult<Item> =
  | { readonly status: "pending" }
  | { readonly status: "error" }
  | { readonly status: "success"; readonly data: PageOf<Item> };
