import type {
  ConvexJson,
  ConvexJsonObject,
} from "../../../values/convexJson.ts";
import type { TransactionCall } from "../callContext.ts";

/** Returns JSON text. User code receives the errors it throws, with their message. */
export type Syscall = (
  call: TransactionCall,
  args: ConvexJsonObject,
) => string | Promise<string>;

export type SyncSyscall = (
  call: TransactionCall,
  args: ConvexJsonObject,
) => string;

/** Takes its arguments as unparsed text, because it is called for every row. */
export type TextSyscall = (call: TransactionCall, argsText: string) => string;

export function parseArgs(argsText: string): ConvexJsonObject {
  // convex/server sends an object.
  return JSON.parse(argsText) as ConvexJsonObject;
}

/** convex/server checks user arguments; this check is for hand-made calls. */
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

/** JSON turns NaN, infinities and invalid dates into null. */
export function finiteNumber(value: ConvexJson | undefined, what: string) {
  if (typeof value === "number" && Number.isFinite(value)) return value;
  throw new Error(`${what} must be a finite number.`);
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
