import { useConvex } from "convex/react";
import { useEffect, useRef, useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { FreshItem } from "../../../convex/shared/ears";
import { logFailure } from "../../lib/logFailure";
import {
  addItems,
  dropItem,
  EMPTY_ROUND,
  type FreshRound,
  moveBy,
} from "./freshRound";

export interface FreshShown extends FreshRound {
  readonly status: "loading" | "failed" | "shown" | "over";
  /** The item that is shown. */
  readonly item: FreshItem | null;
  readonly move: (by: 1 | -1) => void;
  /** Removes an item that no longer exists. */
  readonly drop: (contentId: string) => void;
}

/**
 * Loads work that hardly anybody has heard, and more of it when the items run out. The list is not
 * live.
 */
export function useFreshRound(): FreshShown {
  const client = useConvex();
  const [round, setRound] = useState(EMPTY_ROUND);
  const [end, setEnd] = useState<"failed" | "over" | null>(null);
  const cursor = useRef<string | null>(null);
  const item = round.items[round.index] ?? null;
  const isOut = item === null && end === null;

  useEffect(() => {
    if (!isOut) return;
    let isWanted = true;
    const fetchPart = async (): Promise<readonly FreshItem[]> => {
      const args = { cursor: cursor.current };
      const { items, next } = await client.query(api.ears.candidates, args);
      cursor.current = next; // null after the last part, so that the first one follows again
      const isNew = addItems(round, items).items.length > round.items.length;
      return isNew || next === null || !isWanted ? items : fetchPart();
    };
    const take = (found: readonly FreshItem[]) => {
      setRound((now) => addItems(now, found));
      const isNew = addItems(round, found).items.length > round.items.length;
      if (isWanted && !isNew) setEnd("over");
    };
    fetchPart().then(take, (cause: unknown) => {
      logFailure("loading what is fresh failed", cause);
      if (isWanted) setEnd("failed");
    });
    return () => {
      isWanted = false;
    };
  }, [client, isOut, round]);

  return {
    status: item ? "shown" : (end ?? "loading"),
    ...{ ...round, item },
    move: (by) => {
      setEnd(null);
      setRound((now) => moveBy(now, by));
    },
    drop: (contentId) => setRound((now) => dropItem(now, contentId)),
  };
}
