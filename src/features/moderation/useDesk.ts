import { useState } from "react";
import {
  closesTogether,
  type QueuedCase,
} from "../../../convex/shared/moderation";
import type { Decision } from "../../../convex/shared/safety";
import { mergeOrder } from "./deskOrder";

type CaseId = QueuedCase["id"];

interface Desk {
  /** The queue; each case keeps the place where it first appeared. */
  cases: readonly QueuedCase[];
  /** The case on the screen; null if no case was waiting. */
  currentId: CaseId | null;
  /** Index of that case in the queue, from 0; -1 if it has left the queue. */
  at: number;
  open: (id: CaseId) => void;
  /** Opens the next or the previous case, if there is one. */
  move: (by: 1 | -1) => void;
  /**
   * Leaves the case for the next one that its decision does not close too. `decision` is null if
   * somebody else decided the case.
   */
  moveOn: (decision: Decision | null) => void;
}

/**
 * Keeps a case on the screen until the moderator leaves it, even if somebody else closes the case.
 * On this page, the queue keeps its order.
 */
export function useDesk(queued: readonly QueuedCase[]): Desk {
  const [order, setOrder] = useState<readonly CaseId[]>([]);
  const [currentId, setCurrentId] = useState<CaseId | null>(null);
  const ids = queued.map(({ id }) => id);
  const merged = mergeOrder(order, ids);
  if (merged !== order) setOrder(merged);
  const first = ids[0] ?? null;
  if (currentId === null && first !== null) setCurrentId(first);

  const cases = merged.flatMap((id) => queued.filter((one) => one.id === id));
  const current = cases.find(({ id }) => id === currentId);
  const place = currentId === null ? -1 : merged.indexOf(currentId);
  const isAfter = ({ id }: QueuedCase) => merged.indexOf(id) > place;
  const isBefore = ({ id }: QueuedCase) => merged.indexOf(id) < place;

  const move = (by: 1 | -1) => {
    const next = by === 1 ? cases.find(isAfter) : cases.findLast(isBefore);
    if (next) setCurrentId(next.id);
  };
  const moveOn = (decision: Decision | null) => {
    const closes = (one: QueuedCase) =>
      current && decision && closesTogether(current, decision, one);
    const open = cases.filter((one) => one.id !== currentId && !closes(one));
    const next = open.find(isAfter) ?? open.findLast(isBefore);
    setCurrentId(next?.id ?? null);
  };
  const at = cases.findIndex(({ id }) => id === currentId);
  return { cases, currentId, at, open: setCurrentId, move, moveOn };
}
