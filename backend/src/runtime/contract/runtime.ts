/**
 * The boundary between the network side (sync, http, files, auth, push) and the
 * side that runs functions. `FunctionRuntime` lives on the main thread; behind
 * it are the executor worker (queries, mutations, database, scheduler) and the
 * action workers. Everything that crosses a thread is a plain, cloneable
 * object.
 */
import type {
  ComponentPath,
  Database,
  Transaction,
} from "../../database/contract.ts";
import type { Log } from "../../log/log.ts";
import type { ConvexJson, ConvexJsonObject } from "../../values/convexJson.ts";

/** Attributes of a signed-in user, as `ctx.auth.getUserIdentity()` returns them. */
export type UserIdentity = ConvexJsonObject & {
  tokenIdentifier: string;
  subject: string;
  issuer: string;
};

/** The origin of a call, as the network side has verified it. The runtime trusts it. */
export interface Caller {
  /** Null for an anonymous caller. */
  readonly identity: UserIdentity | null;
  /** May call internal functions, `_system/*` and the functions of any component. */
  readonly isAdmin: boolean;
  readonly ip: string | null;
  readonly userAgent: string | null;
}

/** A call to a query, mutation or action. */
export interface FunctionCall {
  readonly component: ComponentPath;
  /** Path as the client sent it; `canonicalPath` turns it into `mod/path:export`. */
  readonly path: string;
  readonly args: ConvexJsonObject;
  readonly caller: Caller;
}

/**
 * The part of a result that a client gets. `valueJson` is Convex-JSON text, ready
 * to be spliced into a frame.
 */
export type Outcome =
  | {
      readonly ok: true;
      readonly valueJson: string;
      readonly logLines: readonly string[];
    }
  | {
      readonly ok: false;
      /**
       * Contains the request id and the stack; redacted in production unless
       * the caller is an admin.
       */
      readonly errorMessage: string;
      /** Present only for a ConvexError. */
      readonly errorData?: ConvexJson;
      readonly logLines: readonly string[];
    };

export type MutationOutcome = Outcome & {
  /** Durable timestamp of the commit as decimal text; "0" if the mutation failed. */
  readonly ts: string;
};

/** Identifies a subscription. The subscriber chooses it; it must not be in use. */
export type LiveId = number;

export type LiveResult = Outcome & {
  /** Where a paginated query's page ends, so that a re-run ends there too; otherwise null. */
  readonly journal: string | null;
  /** True if the function has read the caller's identity. */
  readonly usedIdentity: boolean;
};

/** What a publication says about queries that have to run again. */
export interface Lateness {
  /** Queries whose latest result may be out of date as of this publication. */
  readonly behind: readonly LiveId[];
  /** Queries whose latest result is valid again. Some may never have been behind. */
  readonly current: readonly LiveId[];
}

/**
 * A state that is durable and consistent at `ts`. For each live query that is not behind,
 * there is a new result here, or its last published result is still right. Publications
 * come in order of `ts`, and one follows every durable commit.
 */
export interface Publication extends Lateness {
  /** Timestamp as decimal text. */
  readonly ts: string;
  readonly updates: readonly {
    readonly liveId: LiveId;
    readonly result: LiveResult;
  }[];
}

/** Apps know a file by `storageId`; `uuid` names its bytes on disk and in URLs. */
export interface StoredFile {
  readonly storageId: string;
  readonly uuid: string;
  readonly sha256Hex: string;
  readonly sizeBytes: number;
  readonly contentType: string | null;
}

/**
 * How many HTTP actions of a worker may read their request's body while it arrives. They
 * are counted apart from all other actions, because a body may arrive slowly.
 */
export const STREAMS_AT_ONCE = 64;

export interface HttpActionRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array | ReadableStream<Bytes> | null;
  readonly caller: Caller;
}

export interface HttpActionResponse {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  /**
   * A stream delivers bytes while the action is still running; cancelling it
   * notifies the action.
   */
  readonly body: Bytes | ReadableStream<Bytes>;
  /**
   * Returns whether the action would give this response again. Absent if the action did more than
   * run queries.
   */
  readonly holds?: (caller: Caller) => Promise<boolean>;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** One finished execution, as `/api/stream_function_logs` reports it. */
export interface FunctionExecution {
  readonly component: ComponentPath;
  readonly path: string;
  readonly udfType: "Query" | "Mutation" | "Action" | "HttpAction";
  readonly logLines: readonly string[];
  readonly startedAt: number;
  readonly durationMs: number;
  readonly error: string | null;
  readonly requestId: string;
  readonly identityType: "user" | "admin" | "none" | "system";
}

export interface DeployedFunction {
  readonly name: string;
  readonly udfType: "Query" | "Mutation" | "Action";
  readonly visibility: "public" | "internal";
  /** Validator JSON as text, as `exportArgs()` returns it. */
  readonly args: string;
  readonly returns: string;
}

export interface DeployedModule {
  /** File name within the deployment, such as `messages.js`. */
  readonly path: string;
  /** Absolute path of the file to import. */
  readonly file: string;
  readonly environment: "isolate" | "node";
  readonly functions: readonly DeployedFunction[];
}

/**
 * A variable of a component: either a fixed text or the value of a variable of
 * its parent.
 */
export type EnvironmentBinding =
  | { readonly name: string; readonly value: string }
  | { readonly name: string; readonly variable: string };

export interface DeployedComponent {
  readonly path: ComponentPath;
  readonly definitionPath: string;
  /** Component path of each child, by the child's name. */
  readonly children: Readonly<Record<string, ComponentPath>>;
  readonly modules: readonly DeployedModule[];
  readonly crons: readonly (readonly [name: string, spec: ConvexJsonObject])[];
  /**
   * Prefix of the paths of the component's HTTP actions, from the app's root. Without a
   * prefix these actions cannot be reached.
   */
  readonly httpPrefix?: string;
  readonly environment?: readonly EnvironmentBinding[];
}

/** An entry of `auth.config`: an issuer whose tokens are accepted. */
export type AuthProvider =
  | { readonly type: "oidc"; domain: string; applicationID: string }
  | {
      readonly type: "customJwt";
      applicationID: string | null;
      issuer: string;
      jwks: string;
      algorithm: string;
    };

/** One route of `http.ts`. A GET route also answers HEAD. */
export type HttpRoute =
  | { readonly method: string; readonly path: string }
  | { readonly method: string; readonly pathPrefix: string };

/**
 * An evaluated push, ready to run. Plain JSON, because it is stored and sent to
 * the workers.
 */
export interface Deployment {
  readonly id: string;
  /** Directory that holds the modules. */
  readonly root: string;
  readonly components: readonly DeployedComponent[];
  /** Parsed schema export of each component, or null. */
  readonly schemas: readonly (readonly [ComponentPath, ConvexJson])[];
  readonly authProviders: readonly AuthProvider[];
  readonly hasHttpRouter: boolean;
  /** Routes that the router answers; every other path is left to the static site. */
  readonly httpRoutes: readonly HttpRoute[];
  /** Everything that push endpoints look up later: analysis, hashes, sources. */
  readonly record: ConvexJson;
}

export interface RuntimeOptions {
  readonly dataDir: string;
  /** Folder in which `"use node"` modules find their packages (`node_modules`). */
  readonly appRoot: string;
  readonly cloudUrl: string;
  /** Address from which stored files are served. Default: `cloudUrl`. */
  readonly fileUrl?: string;
  readonly siteUrl: string;
  /** Hides error texts and log lines from clients that are not admins. */
  readonly isProduction: boolean;
  readonly functionTimeoutMs: number;
  /** Size from which the database refuses writes, as it does on a full disk. */
  readonly maxDatabaseBytes?: number;
  readonly actionTimeoutMs: number;
  /**
   * Limit for each worker. A worker that holds more is ended, and the function
   * running in it fails.
   */
  readonly functionMemoryMib: number;
  /** Memory for all loaded vector indexes together. Default: 1024. */
  readonly vectorMemoryMib?: number;
  /** URL of the module that exports `systemQueries`; the executor imports it. */
  readonly systemQueriesModule: string;
  /** Default: writes lines to stderr. */
  readonly log?: Log;
  /**
   * Called when the outcome of a commit is unknown. Default: writes the message
   * to stderr and exits with 1.
   */
  readonly onFatal?: (message: string) => void;
  /**
   * Called when a worker does not end because it is stuck in native code. Only
   * ending the process stops it, and calls wait until then. Default: logs the
   * message.
   */
  readonly onStuck?: (message: string) => void;
}

/**
 * A query of the engine itself, which admins call as `_system/<path>`. It runs
 * in the executor, in a transaction; its read set makes it live like any other
 * query.
 */
export type SystemQuery = (
  transaction: Transaction,
  database: Database,
  args: ConvexJsonObject,
  component: ComponentPath,
) => ConvexJson;

/** Keyed by canonical path, e.g. `_system/cli/tables:default`. */
export type SystemQueries = Readonly<Record<string, SystemQuery>>;

export type UploadTokenCheck =
  | {
      readonly ok: true;
      readonly component: ComponentPath;
      /** Identifies the token, even if its text is encoded differently. */
      readonly nonce: string;
      readonly expiresAt: number;
    }
  | { readonly ok: false; readonly error: string };

/**
 * The bytes of stored files. Implemented by files/; used by actions, and after
 * commits that remove files.
 */
export interface FileStore {
  /** Writes the bytes and syncs them to disk. `registerFile` adds the row. */
  write(
    bytes: Uint8Array,
  ): Promise<{ uuid: string; sha256Hex: string; sizeBytes: number }>;
  /** The caller owns the bytes, and may move them to another thread. */
  read(uuid: string): Promise<Uint8Array<ArrayBuffer> | null>;
  remove(uuids: readonly string[]): Promise<void>;
}

/**
 * Everything the network side may ask of the side that runs functions. A call
 * whose function fails resolves to a failed outcome; its promise rejects only if
 * the server cannot run it, for example during shutdown. Calls check what the
 * caller may run. The other methods check no rights.
 */
export interface FunctionRuntime {
  runQuery(call: FunctionCall): Promise<Outcome>;
  /** Runs `source`, a module whose default export is a query. Call it for admins only. */
  runInlineQuery(source: string, call: FunctionCall): Promise<Outcome>;
  /** Resolves when the commit is durable. With `session`, a repeat returns the stored response. */
  runMutation(
    call: FunctionCall,
    session?: { sessionId: string; requestId: number },
  ): Promise<MutationOutcome>;
  runAction(call: FunctionCall): Promise<Outcome>;
  /** Runs a function of any type. For `/api/function` and `run`. */
  runAny(call: FunctionCall): Promise<Outcome>;
  /**
   * Resolves as soon as the head of the response is known. If `departure` aborts
   * before it is the action's turn, the action does not run.
   */
  runHttpAction(
    request: HttpActionRequest,
    departure?: AbortSignal,
  ): Promise<HttpActionResponse>;

  /**
   * The caller chooses the id. The first result arrives with a publication. `address` is
   * the subscriber's. Callers who are not signed in take turns by address, but the function
   * must not see it.
   */
  subscribe(
    liveId: LiveId,
    call: FunctionCall,
    journal: string | null,
    address?: string,
  ): void;
  /** Another caller watches the query too, so the query may also run in that caller's turn. */
  share(liveId: LiveId, caller: Caller, address: string): void;
  unsubscribe(liveId: LiveId): void;
  /**
   * Resolves when the executor has processed everything sent before this call.
   * Callers who wait share one message to the executor.
   */
  ping(): Promise<void>;
  onPublication(listener: (publication: Publication) => void): void;
  /** Latest published timestamp as decimal text. */
  readonly publishedTs: string;
  /**
   * Timestamp of the latest state that any answer came from. The publication of that state
   * may still be on its way.
   */
  readonly answeredTs: bigint;
  onExecution(listener: (execution: FunctionExecution) => void): void;

  /** Lists existing documents that the new schemas refuse. */
  findSchemaViolations(
    deployment: Deployment,
  ): Promise<{ component: string; table: string; message: string }[]>;
  /**
   * Stores the deployment, backfills indexes, swaps workers, syncs crons and
   * re-runs all live queries.
   */
  activate(deployment: Deployment): Promise<void>;
  readonly deployment: Deployment | null;
  readonly environment: Readonly<Record<string, string>>;
  /** Sets variables; a value of null removes one. Re-runs all live queries. */
  updateEnvironment(
    changes: readonly { name: string; value: string | null }[],
  ): Promise<void>;
  setAuthProviders(providers: readonly AuthProvider[]): Promise<void>;

  /**
   * Adds the `_storage` and `_files` rows; consumes the upload token in the
   * same transaction.
   */
  registerFile(
    component: ComponentPath,
    file: Omit<StoredFile, "storageId">,
    uploadToken: string | null,
  ): Promise<{ storageId: string }>;
  /** Checks signature and expiry only; `registerFile` refuses a second use. */
  checkUploadToken(token: string): UploadTokenCheck;
  findFileByUuid(uuid: string): Promise<StoredFile | null>;
  /**
   * Returns the uuid of every file that has a row. Used to sweep orphans at
   * start-up.
   */
  fileUuids(): Promise<string[]>;
  close(): Promise<void>;
}
