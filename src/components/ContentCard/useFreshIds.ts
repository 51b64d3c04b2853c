import { useState } from "react";

/** Returns the ids that were not in the list when it was first rendered. */
export function useFreshIds(ids: readonly string[]): ReadonlySet<string> {
  const [known] = useState(() => new Set(ids));
  return new Set(ids.filter((id) => !known.has(id)));
}
