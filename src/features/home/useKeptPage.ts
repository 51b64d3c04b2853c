import { useState } from "react";
import type { FeedResult } from "./Feed/Feed";

/** While another page is on its way the present one stays, so that neither the eye nor the focus loses its place. */
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
