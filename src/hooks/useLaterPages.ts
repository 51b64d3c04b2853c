import { useConvex } from "convex/react";
import type { FunctionReference } from "convex/server";

// A type, because an interface is not assignable to the arguments of a function.
type Paged = { readonly page: number };

type PagedQuery<Args extends Paged, Item> = FunctionReference<
  "query",
  "public",
  Args,
  Paged & { readonly items: readonly Item[] }
>;

/**
 * Loads pages of a list after the one on the screen; `number` counts these pages from 1. Resolves
 * to null past the end.
 */
export type LoadPage<Item> = (
  number: number,
) => Promise<readonly Item[] | null>;

/**
 * Returns a function that loads the pages after the one that these arguments ask for. Each is
 * loaded once and is not live.
 */
export function useLaterPages<Args extends Paged, Item>(
  query: PagedQuery<Args, Item>,
  args: Args,
): LoadPage<Item> {
  const convex = useConvex();
  const paged: PagedQuery<Paged, Item> = query;
  return async (number) => {
    const wanted = args.page + number;
    const found = await convex.query(paged, { ...args, page: wanted });
    return found.page === wanted ? found.items : null;
  };
}
