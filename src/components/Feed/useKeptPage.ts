import type { FeedResult } from "./feedResult";
import { useState } from "react";

/**
 * Keeps showing the current page while the next one loads, so that the scroll position and the
 * focus survive. `isTurning` is true while the next page loads.
 */
export function useKeptPage<Item>(result: FeedResult<Item>) {
  const [kept, setKept] = useState(result);
  if (result.status !== "pending" && !isSame(result, kept)) setKept(result);
  const isTurning = result.status === "pending" && kept.status === "success";
  return { shown: isTurning ? kept : result, isTurning };
}

function isSame<Item>(a: FeedResult<Item>, b: FeedResult<Item>): boolean {
  if (a.status === "success" && b.status === "success") {
    return a.data === b.data;
  }
  return a.status === b.status;
}
