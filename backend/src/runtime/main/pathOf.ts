import type { ExecutorRequest } from "../messages/executorMessages.ts";

/** Returns the path of the function that is called, or else the kind of request. */
export function pathOf(request: ExecutorRequest): string {
  if ("call" in request) return request.call.path;
  return "path" in request ? request.path : request.kind;
}
