import { type UseQueryResult, useQuery_experimental } from "convex/react";
import type {
  FunctionArgs,
  FunctionReference,
  FunctionReturnType,
} from "convex/server";
import { useEffect } from "react";
import { useFirstAnswer } from "./useFirstAnswer";

interface LiveQuery<Query extends FunctionReference<"query">> {
  query: Query;
  args: FunctionArgs<Query> | "skip";
}

/**
 * A query that follows the database, in the states pending, error and success. A failure is a
 * state, not a throw, so that each screen says what it could not load. Pass "skip" as `args` to ask
 * for nothing. An answer that the first script has loaded is used until the live answer arrives.
 */
export function useLiveQuery<Query extends FunctionReference<"query">>(
  options: LiveQuery<Query>,
): UseQueryResult<FunctionReturnType<Query>> {
  const live = useQuery_experimental(options);
  const { answer, forget } = useFirstAnswer(options.query, options.args);
  const isAnswered = live.status !== "pending";
  useEffect(() => {
    if (isAnswered) forget();
  });
  if (isAnswered || answer === undefined) return live;
  return { status: "success", data: answer };
}
