import { useState } from "react";

/** Which of these were not there when the list was first shown. */
export function useFreshIds(ids: readonly string[]): ReadonlySet<string> {
  const [known] = useState(() => new Set(ids));
  return new Set(ids.filter((id) => !known.has(id)));
}
