import { ANYONE } from "../runtime/contract/callers.ts";
import type { Caller, FunctionCall } from "../runtime/contract/runtime.ts";
import type { AddQuery, FunctionRequest } from "./protocol.ts";

/** Returns the call that a message asks for. */
export function functionCall(
  { componentPath, udfPath, args }: AddQuery | FunctionRequest,
  caller: Caller,
): FunctionCall {
  return { component: componentPath, path: udfPath, args, caller };
}

/**
 * Returns the caller for queries. Leaves out the IP address and user agent,
 * which must not affect query results.
 */
export function queryCaller(caller: Caller): Caller {
  if (caller.identity === null && !caller.isAdmin) return ANYONE;
  return { ...caller, ip: null, userAgent: null };
}
