import {
  createAccount,
  retrieveAccount,
  type GenericActionCtxWithAuthConfig,
} from "@convex-dev/auth/server";
import { ConvexError, type Value } from "convex/values";
import { internal } from "../../_generated/api";
import type { DataModel, Id } from "../../_generated/dataModel";
import { appError, fieldsOf, refuse } from "../errors";
import {
  isEmail,
  isEmailOfAnyAge,
  normalizeEmail,
  typedEmail,
} from "../../shared/email";
import { MAX_PASSWORD_LENGTH } from "../../shared/limits";
import type { ErrorCode } from "../../shared/messages";
import { checkProfile } from "../../shared/profileFields";
import { PASSWORD_PROVIDER } from "./authAccounts";
import { checkNewPassword } from "./checkNewPassword";
import { isCode } from "./newCode";
import { isRefusal } from "./requirePassword";
import { requireReachable } from "./requireReachable";
import { hashPassword, newSalt, NO_ACCOUNT_SALT } from "./passwords";

type Params = Partial<Record<string, Value | undefined>>;
type Ctx = GenericActionCtxWithAuthConfig<DataModel>;
/** A person, and the hash of the password they proved. */
interface Proved {
  userId: Id<"users">;
  secret: string;
}

/**
 * Handles `signIn("password", { flow, … })` for both flows. `device` is the
 * browser's own secret; after a success the account recognises that browser.
 */
export async function signInOrUp(
  params: Params,
  ctx: Ctx,
): Promise<{ userId: Id<"users">; sessionId: Id<"authSessions"> }> {
  const proved = await authorize(params, ctx);
  const proof = { ...proved, device: text(params.device) };
  const sessionId: Id<"authSessions"> | null = await ctx.runMutation(
    internal.account.openSession,
    proof,
  );
  if (sessionId === null) throw appError("INVALID_CREDENTIALS");
  return { userId: proved.userId, sessionId };
}

async function authorize(params: Params, ctx: Ctx): Promise<Proved> {
  if (params.flow === "signIn") return signIn(params, ctx);
  if (params.flow === "signUp") return signUp(params, ctx);
  throw new Error("flow must be signIn or signUp");
}

/** Fails in the same way for a wrong password and for an unknown address. */
async function signIn(params: Params, ctx: Ctx): Promise<Proved> {
  const email = typedEmail(text(params.email));
  const password = text(params.password);
  refuse(checkSignIn(email, password));
  const device = text(params.device);
  const { stored, salt, needsCode } = await ctx.runMutation(
    internal.account.admitSignIn,
    { email, device },
  );
  const secret = await hashPassword(password, salt ?? NO_ACCOUNT_SALT);
  if (needsCode) {
    const code = text(params.code).trim();
    return signInByCode(ctx, { email, secret, device, code });
  }
  const account = { id: stored, secret };
  try {
    const found = await retrieveAccount(ctx, {
      provider: PASSWORD_PROVIDER,
      account,
    });
    await keepAccount(ctx, found.user._id);
    return { userId: found.user._id, secret };
  } catch (error) {
    throw isRefusal(error) ? appError("INVALID_CREDENTIALS") : error;
  }
}

/**
 * Signs in without asking Convex Auth, which would count the wrong passwords of
 * strangers and then lock out even browsers that the account knows.
 * @throws SIGN_IN_CODE_NEEDED, SIGN_IN_CODE_WRONG, RATE_LIMITED
 */
async function signInByCode(
  ctx: Ctx,
  entered: { email: string; secret: string; device: string; code: string },
): Promise<Proved> {
  // A code works only in the browser that asked for it. Browsers that forbid
  // storage have no secret, and count as one browser.
  if (entered.device !== "" && !isCode(entered.device))
    throw appError("RATE_LIMITED");
  const userId: Id<"users"> | null = await ctx.runMutation(
    internal.signInCodes.signIn,
    entered,
  );
  if (userId === null) {
    const isAsking = entered.code === "";
    throw appError(isAsking ? "SIGN_IN_CODE_NEEDED" : "SIGN_IN_CODE_WRONG");
  }
  await keepAccount(ctx, userId);
  return { userId, secret: entered.secret };
}

/**
 * Undoes a request to delete the account. Once its removal has begun, the
 * account counts as unknown.
 */
async function keepAccount(ctx: Ctx, userId: Id<"users">): Promise<void> {
  const kept: boolean = await ctx.runMutation(internal.leaving.keepAccount, {
    userId,
  });
  if (!kept) throw appError("INVALID_CREDENTIALS");
}

async function signUp(params: Params, ctx: Ctx): Promise<Proved> {
  const email = normalizeEmail(text(params.email));
  const password = text(params.password);
  refuse(checkEmail(email));
  const fields = fieldsOf(
    checkProfile({
      username: text(params.username),
      role: text(params.role),
      state: text(params.state),
      instagram: text(params.instagram),
      youtube: text(params.youtube),
    }),
  );
  refuse(checkNewPassword(password, { email, username: fields.username }));
  const [taken, alsoTaken] = await ctx.runMutation(
    internal.account.admitSignUp,
    { email, username: fields.username },
  );
  if (taken) throw appError(taken, alsoTaken);
  await requireReachable(ctx, email);
  const secret = await hashPassword(password, newSalt());
  try {
    const created = await createAccount(ctx, {
      provider: PASSWORD_PROVIDER,
      account: { id: email, secret },
      // Holds more than the users table: createUser.ts builds the profile from
      // it.
      profile: { email, ...fields },
    });
    return { userId: created.user._id, secret };
  } catch (error) {
    throw isTaken(error) ? appError("EMAIL_TAKEN") : error;
  }
}

function checkSignIn(email: string, password: string): ErrorCode | null {
  if (email === "") return "EMAIL_REQUIRED";
  if (password === "") return "PASSWORD_REQUIRED";
  if (!isEmailOfAnyAge(email)) return "INVALID_CREDENTIALS";
  return password.length > MAX_PASSWORD_LENGTH ? "INVALID_CREDENTIALS" : null;
}

function checkEmail(email: string): ErrorCode | null {
  if (email === "") return "EMAIL_REQUIRED";
  return isEmail(email) ? null : "EMAIL_INVALID";
}

const text = (value: Value | undefined) =>
  typeof value === "string" ? value : "";

/**
 * True if another sign-up took this address between the check and the write.
 */
const isTaken = (error: unknown) =>
  error instanceof Error &&
  !(error instanceof ConvexError) &&
  error.message.includes("already exists");
