/**
 * Requests from the main thread that are not function calls: syscalls of
 * actions, stored files, transfers.
 */
import type {
  Database,
  SchemaByComponent,
  Transaction,
} from "../../database/contract.ts";
import { claimOnce } from "./scheduler/jobs.ts";
import type { Deployment, StoredFile } from "../contract/runtime.ts";
import { CallRefused } from "../worker/functionErrors.ts";
import type { CallTag, Heartbeat } from "../worker/heartbeat.ts";
import { fileUuids, findFile, insertFile } from "./records/storedFiles.ts";
import { checkUploadToken } from "../worker/uploadTokens.ts";
import type { ConvexHost } from "../worker/convexHost.ts";
import type { Executor, RequestOf } from "./executor.ts";
import type { ExecutionResult } from "../messages/executorMessages.ts";
import { topLevelCall } from "./invocations.ts";

/** Runs an action's syscall as a mutation of its own. */
export async function runSyscall(
  executor: Executor,
  host: ConvexHost,
  { op, args, component, path, caller }: RequestOf<"syscall">,
  tag: CallTag,
): Promise<ExecutionResult> {
  const completed = await executor.transact(path, tag, (transaction, root) => {
    const running = { component, path, udfType: "Mutation" } as const;
    const { identity } = caller;
    const context = topLevelCall(running, identity, root, transaction);
    return executor.invocations.run(context, () =>
      host.asyncSyscall(op, JSON.stringify(args)),
    );
  });
  const call = { component, path, args, caller };
  const result = executor.result(completed, call, "Mutation");
  return { ...result, execution: null };
}

export async function registerFile(
  executor: Executor,
  uploadSecret: string,
  { component, file, uploadToken }: RequestOf<"registerFile">,
  tag: CallTag,
): Promise<{ storageId: string }> {
  const completed = await executor.transact(
    "_engine/registerFile",
    tag,
    (tx) => {
      // The main thread repeats the request if an executor ended between the
      // commit and its answer.
      const known = findFile(tx, component, "uuid", file.uuid);
      if (known !== null) return known.storageId;
      if (uploadToken !== null) {
        const check = checkUploadToken(uploadSecret, uploadToken, Date.now());
        if (!check.ok) throw new CallRefused(check.error);
        if (check.component !== component) {
          throw new CallRefused("The upload URL is for another component.");
        }
        if (!claimOnce(tx, `upload:${check.nonce}`, check.expiresAt)) {
          throw new CallRefused(
            "The upload URL has been used already. Call generateUploadUrl for each file.",
          );
        }
      }
      return insertFile(tx, component, file);
    },
  );
  if (!completed.ok) throw toError(completed.thrown);
  return { storageId: completed.valueJson };
}

export function findFileByUuid(
  executor: Executor,
  components: readonly string[],
  uuid: string,
): Promise<StoredFile | null> {
  return executor.read((transaction) => {
    for (const component of components) {
      const file = findFile(transaction, component, "uuid", uuid);
      if (file) return file;
    }
    return null;
  });
}

/** Reads page by page, so a file added in the meantime may be missing. */
export async function listFileUuids(
  executor: Executor,
  components: readonly string[],
): Promise<string[]> {
  const all: string[] = [];
  for (const component of components) {
    let from: string | null = null;
    for (;;) {
      const some: UuidPage = await readUuids(executor, component, from);
      all.push(...some.uuids);
      from = some.next;
      if (from === null) break;
    }
  }
  return all;
}

type UuidPage = ReturnType<typeof fileUuids>;

function readUuids(
  executor: Executor,
  component: string,
  from: string | null,
): Promise<UuidPage> {
  return executor.read((transaction) =>
    fileUuids(transaction, component, from),
  );
}

export async function changeTransfers(
  executor: Executor,
  tag: CallTag,
  change: (transaction: Transaction) => void,
): Promise<null> {
  const completed = await executor.transact("_engine/transfers", tag, (tx) => {
    change(tx);
    return "null";
  });
  if (!completed.ok) throw toError(completed.thrown);
  return null;
}

export function schemasOf(deployment: Deployment): SchemaByComponent {
  // convex/server's `schema.export()` made these schemas, and the push has checked
  // them.
  return new Map(deployment.schemas) as SchemaByComponent;
}

export function activateSchemas(
  database: Database,
  heartbeat: Heartbeat,
  deployment: Deployment,
): void {
  heartbeat.busy(() => database.setSchemas(schemasOf(deployment)));
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
