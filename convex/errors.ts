import { ConvexError } from "convex/values";
import {
  type AppErrorData,
  type ErrorCode,
  MESSAGES,
  waitText,
} from "./shared/messages";

export type AppError = ConvexError<
  AppErrorData & Record<string, string | number | undefined>
>;

/** A refusal meant for a person. A plain Error is our own bug. */
export function appError(code: ErrorCode): AppError {
  return new ConvexError({ code, message: MESSAGES[code] });
}

export function rateLimited(retryAfterMs: number): AppError {
  const message = waitText(retryAfterMs);
  const data = { message, retryAfterMs: Math.ceil(retryAfterMs) };
  return new ConvexError({ code: "RATE_LIMITED", ...data });
}

/** Unwraps a check of convex/shared: the fields, or its refusal thrown. */
export function fieldsOf<Fields>(
  checked: { error: ErrorCode } | { fields: Fields },
): Fields {
  if ("error" in checked) throw appError(checked.error);
  return checked.fields;
}

export function refuse(error: ErrorCode | null): void {
  if (error !== null) throw appError(error);
}
