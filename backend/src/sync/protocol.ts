/**
 * Messages of the sync protocol, under the names that the official client uses
 * (`convex/browser/sync/protocol`). This file parses client messages and checks
 * their form; `Session` decides what they do.
 */
import { JsonBoundsError, parseBoundedJson } from "../values/boundedJson.ts";
import type { ConvexJson, ConvexJsonObject } from "../values/convexJson.ts";

export type QueryId = number;
export type RequestId = number;

export interface Connect {
  readonly type: "Connect";
  readonly sessionId: string;
  readonly maxObservedTimestamp: bigint | null;
}

export type Authenticate = {
  readonly type: "Authenticate";
  readonly baseVersion: number;
} & (
  | {
      readonly tokenType: "Admin";
      readonly value: string;
      readonly impersonating: ConvexJsonObject | null;
    }
  | { readonly tokenType: "User"; readonly value: string }
  | { readonly tokenType: "None" }
);

export interface AddQuery {
  readonly type: "Add";
  readonly queryId: QueryId;
  readonly udfPath: string;
  readonly args: ConvexJsonObject;
  readonly journal: string | null;
  readonly componentPath: string;
}

interface RemoveQuery {
  readonly type: "Remove";
  readonly queryId: QueryId;
}

export interface ModifyQuerySet {
  readonly type: "ModifyQuerySet";
  readonly baseVersion: number;
  readonly newVersion: number;
  readonly modifications: readonly (AddQuery | RemoveQuery)[];
}

/** A mutation or an action. */
export interface FunctionRequest {
  readonly type: "Mutation" | "Action";
  readonly requestId: RequestId;
  readonly udfPath: string;
  readonly args: ConvexJsonObject;
  readonly componentPath: string;
}

/** Client telemetry; ignored. */
interface Event {
  readonly type: "Event";
}

export type ClientMessage =
  Connect | Authenticate | ModifyQuerySet | FunctionRequest | Event;

/**
 * The version of the client's state that a Transition starts from or leads to.
 */
export interface StateVersion {
  readonly querySet: number;
  readonly identity: number;
  readonly ts: bigint;
}

/**
 * A message that violates the protocol. The session closes the connection with
 * its text.
 */
export class ProtocolError extends Error {
  override readonly name = "ProtocolError";
}

/** Encodes a u64 as base64 of 8 little-endian bytes. */
export function encodeTs(ts: bigint): string {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(ts);
  return bytes.toString("base64");
}

function decodeTs(encoded: string): bigint {
  const bytes = Buffer.from(encoded, "base64");
  if (bytes.length !== 8) throw new ProtocolError("A timestamp has 8 bytes.");
  return bytes.readBigUInt64LE();
}

/**
 * Parses a client message and checks its size and form.
 *
 * @throws ProtocolError
 */
export function parseClientMessage(text: string): ClientMessage {
  let json: unknown;
  try {
    json = parseBoundedJson(text);
  } catch (error) {
    throw new ProtocolError(
      error instanceof JsonBoundsError
        ? error.message
        : "The message is not JSON.",
    );
  }
  const message = asObject(json, "message");
  switch (message.type) {
    case "Connect":
      return parseConnect(message);
    case "Authenticate":
      return parseAuthenticate(message);
    case "ModifyQuerySet":
      return parseModifyQuerySet(message);
    case "Mutation":
    case "Action":
      return {
        type: message.type,
        requestId: asVersion(message.requestId, "requestId"),
        ...parseCall(message),
      };
    case "Event":
      return { type: "Event" };
    default:
      throw new ProtocolError("Unknown message type.");
  }
}

const maxNameLength = 1024;
/** Node's limit for all headers of an HTTP request together. */
const maxTokenLength = 16 * 1024;

function parseConnect(message: ConvexJsonObject): Connect {
  const sessionId = asName(message.sessionId, "sessionId");
  if (sessionId.length < 16 || sessionId.length > 64) {
    throw new ProtocolError("sessionId must have 16 to 64 characters.");
  }
  const observed = message.maxObservedTimestamp;
  return {
    type: "Connect",
    sessionId,
    maxObservedTimestamp:
      typeof observed === "string" ? decodeTs(observed) : null,
  };
}

function parseAuthenticate(message: ConvexJsonObject): Authenticate {
  const baseVersion = asVersion(message.baseVersion, "baseVersion");
  switch (message.tokenType) {
    case "None":
      return { type: "Authenticate", baseVersion, tokenType: "None" };
    case "User":
      return {
        type: "Authenticate",
        baseVersion,
        tokenType: "User",
        value: asToken(message.value),
      };
    case "Admin":
      return {
        type: "Authenticate",
        baseVersion,
        tokenType: "Admin",
        value: asToken(message.value),
        impersonating:
          message.impersonating === undefined || message.impersonating === null
            ? null
            : asObject(message.impersonating, "impersonating"),
      };
    default:
      throw new ProtocolError("Unknown tokenType.");
  }
}

function parseModifyQuerySet(message: ConvexJsonObject): ModifyQuerySet {
  const { modifications } = message;
  if (!Array.isArray(modifications)) {
    throw new ProtocolError("modifications must be an array.");
  }
  return {
    type: "ModifyQuerySet",
    baseVersion: asVersion(message.baseVersion, "baseVersion"),
    newVersion: asVersion(message.newVersion, "newVersion"),
    modifications: modifications.map(parseModification),
  };
}

function parseModification(json: ConvexJson): AddQuery | RemoveQuery {
  const modification = asObject(json, "modification");
  const queryId = asVersion(modification.queryId, "queryId");
  switch (modification.type) {
    case "Add":
      return {
        type: "Add",
        queryId,
        journal:
          typeof modification.journal === "string"
            ? modification.journal
            : null,
        ...parseCall(modification),
      };
    case "Remove":
      return { type: "Remove", queryId };
    default:
      throw new ProtocolError("Unknown modification type.");
  }
}

/**
 * Parses the function and arguments of a call. `args` is an array that holds
 * one object, or nothing if there are no arguments.
 */
function parseCall(message: ConvexJsonObject) {
  const { args, componentPath } = message;
  if (!Array.isArray(args) || args.length > 1) {
    throw new ProtocolError("args must be an array of one object.");
  }
  return {
    udfPath: asName(message.udfPath, "udfPath"),
    args: asObject(args[0] ?? {}, "args[0]"),
    componentPath:
      typeof componentPath === "string"
        ? asName(componentPath, "componentPath")
        : "",
  };
}

function asObject(json: unknown, name: string): ConvexJsonObject {
  if (typeof json !== "object" || json === null || Array.isArray(json)) {
    throw new ProtocolError(`${name} must be an object.`);
  }
  // JSON.parse returned it, so every member is JSON.
  return json as ConvexJsonObject;
}

function asString(json: ConvexJson | undefined, name: string): string {
  if (typeof json !== "string") {
    throw new ProtocolError(`${name} must be a string.`);
  }
  return json;
}

function asToken(json: ConvexJson | undefined): string {
  const text = asString(json, "value");
  if (text.length > maxTokenLength) {
    throw new ProtocolError("The token is too long.");
  }
  return text;
}

function asName(json: ConvexJson | undefined, name: string): string {
  const text = asString(json, name);
  if (text.length > maxNameLength) {
    throw new ProtocolError(`${name} is too long.`);
  }
  return text;
}

function asVersion(json: ConvexJson | undefined, name: string): number {
  if (typeof json !== "number" || !Number.isSafeInteger(json) || json < 0) {
    throw new ProtocolError(`${name} must be a non-negative integer.`);
  }
  return json;
}
