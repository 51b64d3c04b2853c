import { ConvexError } from "convex/values";
import type { Checked } from "../shared/checked";
import { type AppErrorData, isAppErrorData } from "../shared/appErrors";
import {
  type ErrorCode,
  lastPlaceText,
  MESSAGES,
  micTakenText,
  suspendedText,
  turnLengthText,
  waitText,
} from "../shared/messages";

export type AppError = ConvexError<
  AppErrorData & Record<string, string | number | null | undefined>
>;

/**
 * Builds an error that is meant for the user, with the text to show. Throw a
 * plain Error only for our own bugs: its text never reaches the user. `also` is
 * the code of a problem in a second field.
 */
export function appError(code: ErrorCode, also?: ErrorCode): AppError {
  return new ConvexError({ code, message: MESSAGES[code], also });
}

/** Builds the RATE_LIMITED error, with the time to wait in ms. */
export function rateLimited(retryAfterMs: number): AppError {
  const message = waitText(retryAfterMs);
  const data = { message, retryAfterMs: Math.ceil(retryAfterMs) };
  return new ConvexError({ code: "RATE_LIMITED", ...data });
}

/** Returns null for an error that is not meant for people. */
export function dataOf(error: unknown): AppErrorData | null {
  if (!(error instanceof ConvexError)) return null;
  const given: unknown = error.data;
  // convex-test passes on the data of nested calls as text.
  const data: unknown = typeof given === "string" ? JSON.parse(given) : given;
  return isAppErrorData(data) ? data : null;
}

/** Builds the SUSPENDED error; `until` is null if the suspension never ends. */
export function suspended(until: number | null): AppError {
  const message = suspendedText(until);
  return new ConvexError({ code: "SUSPENDED", message, suspendedUntil: until });
}

/**
 * Builds the MIC_TAKEN error. `holder` is the name of the person who was
 * faster.
 */
export const micTaken = (holder: string): AppError =>
  new ConvexError({ code: "MIC_TAKEN", message: micTakenText(holder), holder });

/**
 * Builds the LAST_PLACE error. `holder` is the name of the person who has the
 * mic.
 */
export const lastPlace = (holder: string): AppError =>
  new ConvexError({
    code: "LAST_PLACE",
    message: lastPlaceText(holder),
    holder,
  });

/** Builds the TURN_LENGTH error. */
export const turnLength = (bars: number): AppError =>
  new ConvexError({ code: "TURN_LENGTH", message: turnLengthText(bars), bars });

/**
 * Unwraps the result of a check from convex/shared: returns the fields, or
 * throws the first error.
 */
export function fieldsOf<Fields>(checked: Checked<Fields>): Fields {
  if ("fields" in checked) return checked.fields;
  const [error] = Object.values<ErrorCode | undefined>(checked.errors);
  throw error ? appError(error) : new Error("a check refuses without an error");
}

/** Throws the error that a check from convex/shared returned, if any. */
export function refuse(error: ErrorCode | null): void {
  if (error !== null) throw appError(error);
}
