/**
 * Encodes what the server says. Results arrive as JSON text and are spliced in
 * as they are: a result is serialised once, however many clients receive it.
 */
import type {
  LiveResult,
  MutationOutcome,
  Outcome,
} from "../functions/contract.ts";
import {
  encodeTs,
  type FunctionRequest,
  type QueryId,
  type RequestId,
  type StateVersion,
} from "./protocol.ts";

export const pingMessage = `{"type":"Ping"}`;

/** A modification without its beginning; `encodeModification` completes it. */
export interface ModificationTail {
  readonly type: "QueryUpdated" | "QueryFailed";
  readonly text: string;
  /** Equal signatures mean that clients need not be told. Log lines do not count. */
  readonly signature: string;
}

export function encodeResult(result: LiveResult): ModificationTail {
  const type = result.ok ? "QueryUpdated" : "QueryFailed";
  const content = result.ok
    ? `"value":${result.valueJson}`
    : `"errorMessage":${JSON.stringify(result.errorMessage)}${errorData(result)}`;
  const signature = `${content},"journal":${JSON.stringify(result.journal)}`;
  return {
    type,
    text: `${signature},"logLines":${JSON.stringify(result.logLines)}}`,
    signature,
  };
}

export function encodeModification(
  queryId: QueryId,
  tail: ModificationTail,
): string {
  return `{"type":"${tail.type}","queryId":${queryId},${tail.text}`;
}

export function encodeRemoval(queryId: QueryId): string {
  return `{"type":"QueryRemoved","queryId":${queryId}}`;
}

export function encodeTransition(
  start: StateVersion,
  end: StateVersion,
  modifications: readonly string[],
): string {
  return (
    `{"type":"Transition","startVersion":${encodeVersion(start)}` +
    `,"endVersion":${encodeVersion(end)}` +
    `,"modifications":[${modifications.join(",")}]}`
  );
}

export function encodeMutationResponse(
  requestId: RequestId,
  outcome: MutationOutcome,
): string {
  const ts = outcome.ok ? `,"ts":"${encodeTs(BigInt(outcome.ts))}"` : "";
  return encodeResponse("Mutation", requestId, outcome, ts);
}

export function encodeActionResponse(
  requestId: RequestId,
  outcome: Outcome,
): string {
  return encodeResponse("Action", requestId, outcome, "");
}

export function encodeAuthError(
  error: string,
  baseVersion: number,
  authUpdateAttempted: boolean,
): string {
  return JSON.stringify({
    type: "AuthError",
    error,
    baseVersion,
    authUpdateAttempted,
  });
}

function encodeResponse(
  type: FunctionRequest["type"],
  requestId: RequestId,
  outcome: Outcome,
  ts: string,
): string {
  const result = outcome.ok
    ? outcome.valueJson
    : `${JSON.stringify(outcome.errorMessage)}${errorData(outcome)}`;
  return (
    `{"type":"${type}Response","requestId":${requestId}` +
    `,"success":${outcome.ok}${ts},"result":${result}` +
    `,"logLines":${JSON.stringify(outcome.logLines)}}`
  );
}

/** The key's mere presence makes the client throw a ConvexError. */
function errorData(outcome: Extract<Outcome, { ok: false }>): string {
  return outcome.errorData === undefined
    ? ""
    : `,"errorData":${JSON.stringify(outcome.errorData)}`;
}

function encodeVersion({ querySet, identity, ts }: StateVersion): string {
  return `{"querySet":${querySet},"identity":${identity},"ts":"${encodeTs(ts)}"}`;
}
