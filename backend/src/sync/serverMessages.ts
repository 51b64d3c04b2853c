/**
 * Encodes the messages of the server. Results arrive as JSON text and are
 * inserted unchanged, so each is serialised once, however many clients receive
 * it.
 */
import type {
  LiveResult,
  MutationOutcome,
  Outcome,
} from "../runtime/contract/runtime.ts";
import {
  encodeTs,
  type FunctionRequest,
  type QueryId,
  type RequestId,
  type StateVersion,
} from "./protocol.ts";

export const pingMessage = `{"type":"Ping"}`;

/**
 * A modification without its query ID. Clients number their queries themselves;
 * `encodeModification` adds the number.
 */
export interface ModificationTail {
  readonly type: "QueryUpdated" | "QueryFailed";
  readonly text: string;
  /**
   * Results with equal signatures need not be sent again. Excludes log lines.
   */
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

/** The client throws a ConvexError whenever the `errorData` key is present. */
function errorData(outcome: Extract<Outcome, { ok: false }>): string {
  return outcome.errorData === undefined
    ? ""
    : `,"errorData":${JSON.stringify(outcome.errorData)}`;
}

function encodeVersion({ querySet, identity, ts }: StateVersion): string {
  return `{"querySet":${querySet},"identity":${identity},"ts":"${encodeTs(ts)}"}`;
}
