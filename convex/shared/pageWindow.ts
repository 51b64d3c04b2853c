import { MAX_PAGE, PAGE_WINDOW } from "./limits";

/**
 * Accepts whole numbers only: each page then has exactly one number, and
 * everyone who looks at it shares one query.
 */
export const isPageNumber = (page: number) =>
  Number.isInteger(page) && page >= 1 && page <= MAX_PAGE;

/**
 * Returns the page numbers to offer, at most five, with a gap where numbers are
 * left out. For example 1 … 5 6 7 … 20 shows the first page, the last page and
 * the neighbours of the current one.
 */
export function pageWindow(
  page: number,
  pageCount: number,
): (number | "gap")[] {
  if (pageCount <= PAGE_WINDOW) {
    return Array.from({ length: pageCount }, (_, index) => index + 1);
  }
  const first = Math.min(Math.max(page - 1, 2), pageCount - 3);
  const middle = [first, first + 1, first + 2];
  return [
    1,
    ...(first > 2 ? (["gap"] as const) : []),
    ...middle,
    ...(first + 2 < pageCount - 1 ? (["gap"] as const) : []),
    pageCount,
  ];
}
