import { PAGE_WINDOW } from "./limits";

/**
 * The page numbers to offer, at most five, with a gap where numbers are left
 * out: 1 … 5 6 7 … 20 shows first, last and the neighbours of the current one.
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
