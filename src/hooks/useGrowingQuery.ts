import type { UseQueryResult } from "convex/react";
import type {
  FunctionArgs,
  FunctionReference,
  FunctionReturnType,
} from "convex/server";
import { useState } from "react";
import { useLiveQuery } from "./useLiveQuery";

/**
 * A live query whose arguments change to load more. The earlier data stays on the screen until more
 * has arrived.
 */
export function useGrowingQuery<
  Query extends FunctionReference<"query">,
>(options: {
  query: Query;
  args: FunctionArgs<Query>;
}): UseQueryResult<FunctionReturnType<Query>> {
  const result = useLiveQuery(options);
  const [kept, setKept] = useState(result);
  const data = result.status === "success" ? result.data : undefined;
  const keptData = kept.status === "success" ? kept.data : undefined;
  if (result.status === "success" && data !== keptData) setKept(result);
  return result.status === "pending" ? kept : result;
}
