/**
 * Adds new items of a list to an order that was kept, each behind the item that it follows in the
 * list. Items already in the order are never moved or removed.
 */
export function mergeOrder<T>(
  order: readonly T[],
  list: readonly T[],
): readonly T[] {
  if (list.every((one) => order.includes(one))) return order;
  const merged = [...order];
  let at = 0;
  for (const one of list) {
    const known = merged.indexOf(one);
    if (known === -1) merged.splice(at, 0, one);
    at = (known === -1 ? at : known) + 1;
  }
  return merged;
}
