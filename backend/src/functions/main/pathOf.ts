import type { ExecutorRequest } from "../executor/executorMessages.ts";

/** Of the function that is called, or what is asked instead. */
export function pathOf(request: ExecutorRequest): string {
  if ("call" in request) return request.call.path;
  return "path" in request ? request.path : request.kind;
}
