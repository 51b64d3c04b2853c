/**
 * A query that follows the database, in the states pending, error and success. A failure is a state, not a throw, so
 * that each screen says what it could not load. Pass "skip" as `args` to ask for nothing.
 */
export { useQuery_experimental as useLiveQuery } from "convex/react";
