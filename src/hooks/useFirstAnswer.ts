import {
  type FunctionArgs,
  type FunctionReference,
  type FunctionReturnType,
  getFunctionName,
} from "convex/server";
import { useSyncExternalStore } from "react";
import { firstAnswers } from "../lib/firstAnswers/firstAnswers";
import { questionKey } from "../lib/firstAnswers/questionKey";

interface FirstAnswer<Query extends FunctionReference<"query">> {
  /** Undefined if the first script did not ask this query, or has no answer yet. */
  readonly answer: FunctionReturnType<Query> | undefined;
  /** Drops the answer. Call it when there is a newer one. */
  forget: () => void;
}

/**
 * Reads the answer to a query that the first script sent while the code was loading; see
 * `firstQueries`.
 */
export function useFirstAnswer<Query extends FunctionReference<"query">>(
  query: Query,
  args: FunctionArgs<Query> | "skip",
): FirstAnswer<Query> {
  const key =
    args === "skip" ? null : questionKey(getFunctionName(query), args);
  const answer = useSyncExternalStore(firstAnswers.subscribe, () =>
    key === null ? undefined : firstAnswers.get(key),
  );
  return {
    answer,
    forget: () => key !== null && firstAnswers.forget(key),
  };
}
