/** The syscalls behind `ctx.db` that read and write single documents. */
import { VISIBLE_SYSTEM_TABLES } from "../../../database/contract.ts";
import type { TransactionCall } from "../../worker/callContext.ts";
import {
  objectArg,
  optionalString,
  requireMutation,
  stringArg,
  type SyncSyscall,
} from "../../worker/syscalls/syscall.ts";

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

/** @throws Error for tables that the engine keeps to itself. */
export function assertReadable(table: string): void {
  if (table.startsWith("_") && !VISIBLE_SYSTEM_TABLES.includes(table)) {
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

/** Checks the table only: the transaction itself refuses ids of system tables. */
function assertWritable(call: TransactionCall, table: string): void {
  requireMutation(call, "Writing to the database");
  if (table.startsWith("_")) {
    throw new Error("System tables (prefixed with `_`) are read-only.");
  }
}
