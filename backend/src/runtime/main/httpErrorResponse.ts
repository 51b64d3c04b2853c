import type { HttpActionResponse, Outcome } from "../contract/runtime.ts";

/** Builds the response to a request whose HTTP action threw. */
export function httpErrorResponse(outcome: Outcome): HttpActionResponse {
  const message = outcome.ok ? "Server Error" : outcome.errorMessage;
  const body = JSON.stringify({ code: "InternalServerError", message });
  return {
    status: 500,
    headers: [["content-type", "application/json"]],
    body: new TextEncoder().encode(body),
  };
}
