/**
 * Messages between the main thread and an action worker. Everything is
 * cloneable or transferable.
 */
import type { ComponentPath } from "../../database/contract.ts";
import type { ConvexJsonObject } from "../../values/convexJson.ts";
import type {
  Caller,
  Deployment,
  FunctionCall,
  HttpActionRequest,
  HttpActionResponse,
} from "../contract/runtime.ts";
import type { ExecutionResult } from "./executorMessages.ts";
import type { ErrorDescription } from "../worker/functionErrors.ts";

export interface ActionWorkerData {
  readonly deployment: Deployment | null;
  readonly environment: Readonly<Record<string, string>>;
  readonly appRoot: string;
  readonly heartbeat: SharedArrayBuffer;
}

export interface ActionRun {
  readonly type: "run";
  readonly id: number;
  readonly requestId: string;
  readonly call: FunctionCall;
  readonly isTrusted: boolean;
  readonly scheduledFunctionId: string | null;
}

export interface HttpActionRun {
  readonly type: "http";
  readonly id: number;
  readonly requestId: string;
  readonly request: HttpActionRequest;
}

/** A request from an action to the rest of the server. */
export type ActionRequest =
  | { readonly kind: "query" | "mutation"; call: FunctionCall }
  | {
      readonly kind: "syscall";
      op: string;
      args: ConvexJsonObject;
      component: ComponentPath;
      path: string;
      caller: Caller;
    }
  | {
      readonly kind: "storeBlob";
      component: ComponentPath;
      bytes: Uint8Array<ArrayBuffer>;
      contentType: string | null;
      /** Hexadecimal or base64; null if the caller gave none. */
      sha256: string | null;
    }
  | {
      readonly kind: "vectorSearch";
      component: ComponentPath;
      query: ConvexJsonObject;
    }
  | { readonly kind: "getBlob"; component: ComponentPath; storageId: string };

export type ActionAnswer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: ErrorDescription };

export type ToActionWorker =
  | ActionRun
  | HttpActionRun
  /** The caller already has its timeout error. */
  | { readonly type: "abandon"; id: number; reason: string }
  /** The caller has left: the action must not run if it has not begun yet. */
  | { readonly type: "withdraw"; id: number }
  | { readonly type: "answer"; requestNumber: number; answer: ActionAnswer };

export type HttpActionResult =
  | { readonly response: HttpActionResponse; readonly result: ExecutionResult }
  | { readonly response: null; readonly result: ExecutionResult };

export type FromActionWorker =
  | { readonly type: "done"; id: number; result: ExecutionResult }
  /** The body is a stream; `httpDone` follows when it has ended. */
  | { readonly type: "httpHead"; id: number; response: StreamedResponse }
  | { readonly type: "httpDone"; id: number; http: HttpActionResult }
  | { readonly type: "withdrawn"; id: number }
  /** `runId` is the run that asks; 0 if that is not known. */
  | {
      readonly type: "ask";
      requestNumber: number;
      runId: number;
      request: ActionRequest;
    }
  /** The modules are loaded. */
  | { readonly type: "ready" }
  | { readonly type: "stray"; message: string };

export type StreamedResponse = Omit<HttpActionResponse, "body"> & {
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>;
};

export interface StoredBlob {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType: string | null;
}
