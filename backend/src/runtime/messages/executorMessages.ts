/** Messages between the main thread and the executor. Everything is cloneable. */
import type {
  ComponentPath,
  ImportedDocument,
  ImportPlan,
  PreparedImport,
  SchemaViolation,
  SessionRequest,
} from "../../database/contract.ts";
import type { ConvexJsonObject } from "../../values/convexJson.ts";
import type {
  Caller,
  Deployment,
  FunctionCall,
  FunctionExecution,
  Lateness,
  LiveId,
  StoredFile,
} from "../contract/runtime.ts";
import type { ErrorDescription } from "../worker/functionErrors.ts";
import type { CallTag } from "../worker/heartbeat.ts";
import type {
  DatabaseCopy,
  ImportLosses,
  TransferReport,
} from "../contract/transfer.ts";

export interface ExecutorWorkerData {
  readonly dataDir: string;
  readonly cloudUrl: string;
  readonly fileUrl: string;
  readonly functionTimeoutMs: number;
  readonly functionMemoryMib: number;
  readonly vectorMemoryMib: number;
  readonly systemQueriesModule: string;
  readonly maxDatabaseBytes: number | undefined;
  readonly startsSerial: boolean;
  readonly heartbeat: SharedArrayBuffer;
  readonly unanswered: SharedArrayBuffer;
}

/** Result of one execution; the main thread turns it into the text for the client. */
export type ExecutionResult = (
  | { readonly ok: true; readonly valueJson: string }
  | { readonly ok: false; readonly error: ErrorDescription }
) & {
  readonly requestId: string;
  readonly logLines: readonly string[];
  /**
   * Timestamp of the state that was read or written, as decimal text; "0" on
   * failure.
   */
  readonly ts: string;
  /** Null for a stored response. */
  readonly execution: FunctionExecution | null;
};

export type ExecutorRequest =
  | {
      readonly kind: "load";
      readonly deployment: Deployment | null;
      readonly environment: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: "open";
      /** Deployment to store and to take the schema from. */
      readonly activate: Deployment | null;
      /** Import to swap in at the same time. */
      readonly adopt: PreparedImport | null;
      /**
       * Rows of scheduled actions that are running now; other `inProgress` rows
       * belong to lost actions.
       */
      readonly runningJobs: readonly string[];
      /** Scheduled function that blocked the last executor. */
      readonly endedJob: { rowId: string; error: string } | null;
    }
  | {
      readonly kind: "start";
      readonly subscriptions: readonly Subscription[];
    }
  | { readonly kind: "query"; call: FunctionCall; isTrusted: boolean }
  | { readonly kind: "inlineQuery"; call: FunctionCall; source: string }
  | {
      readonly kind: "mutation";
      call: FunctionCall;
      isTrusted: boolean;
      session: SessionRequest | null;
    }
  | {
      /**
       * A syscall of an action. It needs the database, and runs in its own
       * transaction.
       */
      readonly kind: "syscall";
      op: string;
      args: ConvexJsonObject;
      component: ComponentPath;
      path: string;
      caller: Caller;
    }
  | {
      readonly kind: "vectorSearch";
      component: ComponentPath;
      query: ConvexJsonObject;
    }
  | { readonly kind: "finishJob"; rowId: string; error: string | null }
  | {
      readonly kind: "registerFile";
      component: ComponentPath;
      file: Omit<StoredFile, "storageId">;
      uploadToken: string | null;
    }
  | { readonly kind: "findFileByUuid"; uuid: string }
  | {
      readonly kind: "findFileById";
      component: ComponentPath;
      storageId: string;
    }
  | { readonly kind: "fileUuids" }
  | { readonly kind: "violations"; deployment: Deployment }
  | {
      readonly kind: "setEnvironment";
      changes: readonly { name: string; value: string | null }[];
    }
  | { readonly kind: "storeDeployment"; deployment: Deployment }
  | { readonly kind: "copyDatabase"; file: string }
  | { readonly kind: "beginImport"; plan: ImportPlan }
  | {
      readonly kind: "addToImport";
      table: number;
      documents: readonly ImportedDocument[];
    }
  | { readonly kind: "endImport" }
  | { readonly kind: "abandonImport" }
  | { readonly kind: "reportTransfer"; report: TransferReport }
  | { readonly kind: "endTransfers"; reason: string }
  | { readonly kind: "ping" }
  | { readonly kind: "close" };

export interface OpenedDatabase {
  readonly deployment: Deployment | null;
  readonly environment: Record<string, string>;
  readonly uploadSecret: string;
  readonly ts: string;
}

/** Reply to each kind of request. */
export interface ExecutorReplies {
  /** Modules that keep state between calls; see `statefulModules`. */
  load: readonly string[];
  open: OpenedDatabase;
  start: null;
  query: ExecutionResult;
  inlineQuery: ExecutionResult;
  mutation: ExecutionResult;
  syscall: ExecutionResult;
  /** JSON text. */
  vectorSearch: string;
  finishJob: null;
  registerFile: { storageId: string };
  findFileByUuid: StoredFile | null;
  findFileById: StoredFile | null;
  fileUuids: string[];
  violations: SchemaViolation[];
  setEnvironment: Record<string, string>;
  storeDeployment: null;
  copyDatabase: DatabaseCopy;
  beginImport: ImportLosses;
  addToImport: null;
  endImport: PreparedImport;
  abandonImport: null;
  reportTransfer: null;
  endTransfers: null;
  /** The executor is running and has processed everything sent before. */
  ping: null;
  close: null;
}

export interface Subscription {
  readonly liveId: LiveId;
  readonly call: FunctionCall;
  /**
   * Groups of callers who watch the query. It runs in the turn of the group
   * that has taken the least time lately.
   */
  readonly turnGroups: readonly string[];
  readonly journal: string | null;
  /** Fingerprint of the subscriber's current result; unchanged results are not sent. */
  readonly fingerprint: string | null;
}

export type ToExecutor =
  | {
      readonly type: "request";
      readonly id: number;
      readonly request: ExecutorRequest;
      /** The time by `steadyMs` when the request was sent. */
      readonly sentAtMs: number;
    }
  | { readonly type: "subscribe"; subscription: Subscription }
  | { readonly type: "share"; liveId: LiveId; turnGroups: readonly string[] }
  | { readonly type: "unsubscribe"; liveId: LiveId };

export interface Published extends Lateness {
  readonly updates: readonly LiveUpdate[];
}

export interface LiveUpdate {
  readonly liveId: LiveId;
  readonly result: ExecutionResult;
  readonly journal: string | null;
  readonly usedIdentity: boolean;
  readonly fingerprint: string;
}

export interface ScheduledActionRun {
  readonly rowId: string;
  /** Empty for crons. */
  readonly jobId: string;
  readonly call: FunctionCall;
}

export type FromExecutor =
  | { readonly type: "reply"; id: number; value: unknown }
  | {
      readonly type: "failure";
      id: number;
      message: string;
      /** The error is a `StartRefusal`. */
      isRefusal: boolean;
    }
  | {
      readonly type: "publication";
      readonly ts: string;
      readonly published: Published;
    }
  | { readonly type: "executions"; executions: readonly FunctionExecution[] }
  | { readonly type: "runAction"; run: ScheduledActionRun }
  /** Lets the main thread name the job if it blocks the executor. */
  | { readonly type: "jobStarted"; number: number; rowId: string }
  | { readonly type: "removeFiles"; uuids: readonly string[] }
  | { readonly type: "stray"; message: string }
  /** If `culprit` names a call, the commit of that call failed. */
  | { readonly type: "fatal"; message: string; culprit: CallTag };
