/**
 * What the network side (sync, http, files, auth, push) knows of the side that
 * runs functions. `FunctionRuntime` lives on the main thread; behind it are the
 * executor worker (queries, mutations, database, scheduler) and the action
 * workers. Everything that crosses a thread is a plain, cloneable object.
 */
import type {
  ComponentPath,
  Database,
  Transaction,
} from "../database/contract.ts";
import type { Log } from "../log.ts";
import type { ConvexJson, ConvexJsonObject } from "../values/convexJson.ts";

/** Attributes as `ctx.auth.getUserIdentity()` returns them. */
export type UserIdentity = ConvexJsonObject & {
  tokenIdentifier: string;
  subject: string;
  issuer: string;
};

export interface Caller {
  /** null: anonymous. */
  readonly identity: UserIdentity | null;
  /** May call internal functions, `_system/*` and any component. */
  readonly isAdmin: boolean;
  readonly ip: string | null;
  readonly userAgent: string | null;
}

export interface FunctionCall {
  readonly component: ComponentPath;
  /** As it came; canonicalised by `canonicalPath` (`mod/path:export`). */
  readonly path: string;
  readonly args: ConvexJsonObject;
  readonly caller: Caller;
}

/** `valueJson` is the Convex-JSON text of the result, ready to be spliced into a frame. */
export type Outcome =
  | {
      readonly ok: true;
      readonly valueJson: string;
      readonly logLines: readonly string[];
    }
  | {
      readonly ok: false;
      /** With request id and stack; redacted in production mode. */
      readonly errorMessage: string;
      /** Present for a ConvexError only. */
      readonly errorData?: ConvexJson;
      readonly logLines: readonly string[];
    };

export type MutationOutcome = Outcome & {
  /** Durable timestamp of the commit as decimal text; "0" when it failed. */
  readonly ts: string;
};

export type LiveId = number;

export type LiveResult = Outcome & {
  readonly journal: string | null;
  /** True if the function has read the caller's identity. */
  readonly usedIdentity: boolean;
};

/**
 * Everything durable and consistent at `ts`: each live query either has its
 * result here or is unchanged since the last publication that carried it.
 * Publications come in order of `ts`; one follows every durable commit.
 */
export interface Publication {
  /** Decimal text of the timestamp. */
  readonly ts: string;
  readonly updates: readonly {
    readonly liveId: LiveId;
    readonly result: LiveResult;
  }[];
}

export interface StoredFile {
  readonly storageId: string;
  readonly uuid: string;
  readonly sha256Hex: string;
  readonly sizeBytes: number;
  readonly contentType: string | null;
}

export interface HttpActionRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array | null;
  readonly caller: Caller;
}

export interface HttpActionResponse {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array;
}

/** One finished execution, for `/api/stream_function_logs`. */
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
  /** Validator JSON as text, as `exportArgs()` gives it. */
  readonly args: string;
  readonly returns: string;
}

export interface DeployedModule {
  /** `messages.js` */
  readonly path: string;
  /** Absolute file to import. */
  readonly file: string;
  readonly environment: "isolate" | "node";
  readonly functions: readonly DeployedFunction[];
}

/** A variable of a component: a text, or what a variable of its parent holds. */
export type EnvironmentBinding =
  | { readonly name: string; readonly value: string }
  | { readonly name: string; readonly variable: string };

export interface DeployedComponent {
  readonly path: ComponentPath;
  readonly definitionPath: string;
  /** Child name -> component path. */
  readonly children: Readonly<Record<string, ComponentPath>>;
  readonly modules: readonly DeployedModule[];
  readonly crons: readonly (readonly [name: string, spec: ConvexJsonObject])[];
  /** Where its HTTP actions are reached, from the app's root; absent: nowhere. */
  readonly httpPrefix?: string;
  readonly environment?: readonly EnvironmentBinding[];
}

export type AuthProvider =
  | { readonly type: "oidc"; domain: string; applicationID: string }
  | {
      readonly type: "customJwt";
      applicationID: string | null;
      issuer: string;
      jwks: string;
      algorithm: string;
    };

/** One route of `http.ts`. HEAD is answered by the GET route. */
export type HttpRoute =
  | { readonly method: string; readonly path: string }
  | { readonly method: string; readonly pathPrefix: string };

/** An evaluated push, ready to run. Plain JSON: stored, and sent to the workers. */
export interface Deployment {
  readonly id: string;
  /** Directory that holds the modules. */
  readonly root: string;
  readonly components: readonly DeployedComponent[];
  /** Component path -> schema export (parsed) or null. */
  readonly schemas: readonly (readonly [ComponentPath, ConvexJson])[];
  readonly authProviders: readonly AuthProvider[];
  readonly hasHttpRouter: boolean;
  /** What the router answers; everything else is left to the static site. */
  readonly httpRoutes: readonly HttpRoute[];
  /** Everything the push endpoints answer from later: analysis, hashes, sources. */
  readonly record: ConvexJson;
}

export interface RuntimeOptions {
  readonly dataDir: string;
  /** Where `"use node"` modules find their packages. */
  readonly appRoot: string;
  readonly cloudUrl: string;
  readonly siteUrl: string;
  /** Hides error texts and logs from clients that are not admin. */
  readonly isProduction: boolean;
  readonly functionTimeoutMs: number;
  /** Above this size the database refuses writes like on a full disk. */
  readonly maxDatabaseBytes?: number;
  readonly actionTimeoutMs: number;
  /** A worker that holds more is ended with the function that runs in it. */
  readonly functionMemoryMib: number;
  /** URL of the module exporting `systemQueries`; push/systemQueries beside functions/ when absent. */
  readonly systemQueriesModule?: string;
  /** Default: lines on stderr. */
  readonly log?: Log;
  /** Called when the outcome of a commit is unknown. Default: say so on stderr and exit with 1. */
  readonly onFatal?: (message: string) => void;
}

/**
 * A query of the engine itself, called by admins as `_system/<path>`. Runs in
 * the executor within a transaction whose read set makes it live like any other.
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
  | { readonly ok: true; readonly component: ComponentPath }
  | { readonly ok: false; readonly error: string };

/** Bytes of stored files; implemented by files/, used by actions and after commits. */
export interface FileStore {
  /** Writes and syncs the bytes; the row is made by `registerFile`. */
  write(
    bytes: Uint8Array,
  ): Promise<{ uuid: string; sha256Hex: string; sizeBytes: number }>;
  read(uuid: string): Promise<Uint8Array | null>;
  remove(uuids: readonly string[]): Promise<void>;
}

export interface FunctionRuntime {
  runQuery(call: FunctionCall): Promise<Outcome>;
  /** `source` is a module with a query as its default export; for administrators. */
  runInlineQuery(source: string, call: FunctionCall): Promise<Outcome>;
  /** Resolves when the commit is durable. With `session`, a repeat returns the stored response. */
  runMutation(
    call: FunctionCall,
    session?: { sessionId: string; requestId: number },
  ): Promise<MutationOutcome>;
  runAction(call: FunctionCall): Promise<Outcome>;
  /** For `/api/function` and `run`: finds the type itself. */
  runAny(call: FunctionCall): Promise<Outcome>;
  runHttpAction(request: HttpActionRequest): Promise<HttpActionResponse>;

  /** The caller chooses the id. The first result comes with a publication. */
  subscribe(liveId: LiveId, call: FunctionCall, journal: string | null): void;
  unsubscribe(liveId: LiveId): void;
  onPublication(listener: (publication: Publication) => void): void;
  /** Latest published timestamp, decimal text. */
  readonly publishedTs: string;
  /** Of the latest state that anybody was answered from; its publication may be yet to come. */
  readonly answeredTs: bigint;
  onExecution(listener: (execution: FunctionExecution) => void): void;

  /** Existing documents the new schemas refuse. */
  findSchemaViolations(
    deployment: Deployment,
  ): Promise<{ component: string; table: string; message: string }[]>;
  /** Stores, backfills indexes, swaps workers, syncs crons, re-runs all live queries. */
  activate(deployment: Deployment): Promise<void>;
  readonly deployment: Deployment | null;
  readonly environment: Readonly<Record<string, string>>;
  /** null removes. Re-runs all live queries. */
  updateEnvironment(
    changes: readonly { name: string; value: string | null }[],
  ): Promise<void>;
  setAuthProviders(providers: readonly AuthProvider[]): Promise<void>;

  /** Makes the `_storage` and `_files` rows; consumes the upload token in the same transaction. */
  registerFile(
    component: ComponentPath,
    file: Omit<StoredFile, "storageId">,
    uploadToken: string | null,
  ): Promise<{ storageId: string }>;
  /** Signature and expiry only; `registerFile` refuses a second use. */
  checkUploadToken(token: string): UploadTokenCheck;
  findFileByUuid(uuid: string): Promise<StoredFile | null>;
  /** Every uuid that has a row, to sweep orphans at start. */
  fileUuids(): Promise<string[]>;
  close(): Promise<void>;
}
