import type { ConvexJsonObject } from "../../values/convexJson.ts";
import type { TransactionCall } from "../callContext.ts";

/** Answers with JSON text. What it throws, user code sees with its message. */
export type Syscall = (
  call: TransactionCall,
  args: ConvexJsonObject,
) => string | Promise<string>;

export type SyncSyscall = (
  call: TransactionCall,
  args: ConvexJsonObject,
) => string;

/** `convex/server` checks user arguments; this is for hand-made calls. */
export function stringArg(args: ConvexJsonObject, name: string): string {
  const value = args[name];
  if (typeof value === "string") return value;
  throw new Error(`The syscall argument \`${name}\` must be a string.`);
}

export function optionalString(
  args: ConvexJsonObject,
  name: string,
): string | undefined {
  const value = args[name];
  return typeof value === "string" ? value : undefined;
}

export function objectArg(
  args: ConvexJsonObject,
  name: string,
): ConvexJsonObject {
  const value = args[name];
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value;
  }
  throw new Error(`The syscall argument \`${name}\` must be an object.`);
}

export function requireMutation(call: TransactionCall, act: string): void {
  if (call.udfType !== "Mutation") {
    throw new Error(`${act} can only be called from a mutation or an action.`);
  }
}
