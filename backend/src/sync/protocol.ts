/**
 * Wire messages of the sync protocol, under the names the stock client uses
 * (`convex/browser/sync/protocol`). Parsing and encoding of single messages live
 * here; what they mean lives in `Session`.
 */
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

/** Telemetry of the client; ignored. */
interface Event {
  readonly type: "Event";
}

export type ClientMessage =
  Connect | Authenticate | ModifyQuerySet | FunctionRequest | Event;

export interface StateVersion {
  readonly querySet: number;
  readonly identity: number;
  readonly ts: bigint;
}

/** A message that does not follow the protocol; the connection is closed with it. */
export class ProtocolError extends Error {
  override readonly name = "ProtocolError";
}

/** u64 as base64 of 8 little-endian bytes. */
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

export function parseClientMessage(text: string): ClientMessage {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new ProtocolError("The message is not JSON.");
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
        value: asString(message.value, "value"),
      };
    case "Admin":
      return {
        type: "Authenticate",
        baseVersion,
        tokenType: "Admin",
        value: asString(message.value, "value"),
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

/** `args` is an array with one object; an empty array stands for no arguments. */
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
  // It came out of JSON.parse, so every member is JSON.
  return json as ConvexJsonObject;
}

function asString(json: ConvexJson | undefined, name: string): string {
  if (typeof json !== "string") {
    throw new ProtocolError(`${name} must be a string.`);
  }
  return json;
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
