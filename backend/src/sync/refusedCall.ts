import type { CallerLimits } from "../admission/admission.ts";
import type { FunctionRequest } from "./protocol.ts";
import {
  encodeActionResponse,
  encodeMutationResponse,
} from "./serverMessages.ts";

/**
 * Returns the answer to a call that is too large: a failure. A repeated call is
 * refused too, so it can never take effect.
 */
export function refusedCall(
  { type, requestId }: FunctionRequest,
  { maxArgumentBytes }: Pick<CallerLimits, "maxArgumentBytes">,
): string {
  const outcome = {
    ok: false,
    errorMessage: `A call of this caller may have ${maxArgumentBytes} bytes of arguments.`,
    logLines: [],
  } as const;
  return type === "Mutation"
    ? encodeMutationResponse(requestId, { ...outcome, ts: "0" })
    : encodeActionResponse(requestId, outcome);
}
