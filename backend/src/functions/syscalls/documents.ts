/** `ctx.db`: reading and writing single documents. */
import type { TransactionCall } from "../callContext.ts";
import {
  objectArg,
  optionalString,
  requireMutation,
  stringArg,
  type SyncSyscall,
} from "./syscall.ts";

const VISIBLE_SYSTEM_TABLES = new Set<string>([
  "_storage",
  "_scheduled_functions",
]);

const get: SyncSyscall = (call, args) => {
  const table = optionalString(args, "table");
  if (table !== undefined) assertReadable(table);
  const system = args.isSystem === true;
  const id = stringArg(args, "id");
  return (
    call.transaction.get(call.component, id, {
      system,
      ...(table !== undefined && { table }),
    }) ?? "null"
  );
};

const insert: SyncSyscall = (call, args) => {
  const table = stringArg(args, "table");
  assertWritable(call, table);
  const value = objectArg(args, "value");
  const id = call.transaction.insert(call.component, table, value);
  return JSON.stringify({ _id: id });
};

const patch: SyncSyscall = (call, args) => {
  const [id, table] = writtenDocument(call, args);
  const value = objectArg(args, "value");
  call.transaction.patch(call.component, id, value, table);
  return "null";
};

const replace: SyncSyscall = (call, args) => {
  const [id, table] = writtenDocument(call, args);
  const value = objectArg(args, "value");
  call.transaction.replace(call.component, id, value, table);
  return "null";
};

const remove: SyncSyscall = (call, args) => {
  const [id, table] = writtenDocument(call, args);
  call.transaction.remove(call.component, id, table);
  return "null";
};

const count: SyncSyscall = (call, args) => {
  const table = stringArg(args, "table");
  assertReadable(table);
  return JSON.stringify(call.transaction.count(call.component, table));
};

export const normalizeId: SyncSyscall = (call, args) => {
  const table = stringArg(args, "table");
  const id = stringArg(args, "idString");
  return JSON.stringify({
    id: call.transaction.normalizeId(call.component, table, id),
  });
};

export const documentSyscalls = {
  "1.0/get": get,
  "1.0/insert": insert,
  "1.0/shallowMerge": patch,
  "1.0/replace": replace,
  "1.0/remove": remove,
  "1.0/count": count,
};

/** Tables the engine keeps for itself are nobody's business. */
export function assertReadable(table: string): void {
  if (table.startsWith("_") && !VISIBLE_SYSTEM_TABLES.has(table)) {
    throw new Error(`Table "${table}" is private to the backend.`);
  }
}

function writtenDocument(
  call: TransactionCall,
  args: Parameters<SyncSyscall>[1],
): [id: string, table: string | undefined] {
  const id = stringArg(args, "id");
  const table = optionalString(args, "table");
  assertWritable(call, table ?? "");
  return [id, table];
}

/** An id alone never reaches a system table: the transaction refuses it. */
function assertWritable(call: TransactionCall, table: string): void {
  requireMutation(call, "Writing to the database");
  if (table.startsWith("_")) {
    throw new Error("System tables (prefixed with `_`) are read-only.");
  }
}
