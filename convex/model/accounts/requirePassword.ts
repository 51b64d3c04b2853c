import { retrieveAccount } from "@convex-dev/auth/server";
import { appError, refuse } from "../errors";
import { MAX_PASSWORD_LENGTH } from "../../shared/limits";
import type { ActionCtx } from "../../_generated/server";
import { PASSWORD_PROVIDER } from "./authAccounts";
import { hashPassword, NO_ACCOUNT_SALT } from "./passwords";

/** How the owner of an account signs in. */
export interface Credentials {
  email: string;
  salt: string | null;
}

/**
 * Refuses a password that cannot be right, before the attempt counts.
 * @throws PASSWORD_REQUIRED, PASSWORD_WRONG
 */
export function requirePlausible(password: string): void {
  refuse(password === "" ? "PASSWORD_REQUIRED" : null);
  refuse(password.length > MAX_PASSWORD_LENGTH ? "PASSWORD_WRONG" : null);
}

/**
 * Checks the password of a signed-in person. The caller has counted the
 * attempt.
 * @throws PASSWORD_WRONG
 */
export async function requirePassword(
  ctx: ActionCtx,
  { email, salt }: Credentials,
  password: string,
): Promise<void> {
  const secret = await hashPassword(password, salt ?? NO_ACCOUNT_SALT);
  const account = { id: email, secret };
  try {
    await retrieveAccount(ctx, { provider: PASSWORD_PROVIDER, account });
  } catch (error) {
    throw isRefusal(error) ? appError("PASSWORD_WRONG") : error;
  }
}

const REFUSALS = ["InvalidAccountId", "InvalidSecret", "TooManyFailedAttempts"];

/** Returns whether Convex Auth refused the address or the password. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof Error &&
  REFUSALS.some((name) => error.message.includes(name));
