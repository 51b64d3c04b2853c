import {
  createAccount,
  retrieveAccount,
  type GenericActionCtxWithAuthConfig,
} from "@convex-dev/auth/server";
import { ConvexError, type Value } from "convex/values";
import { internal } from "../../_generated/api";
import type { DataModel, Id } from "../../_generated/dataModel";
import { appError, fieldsOf, refuse } from "../errors";
import { isEmail, normalizeEmail } from "../../shared/email";
import { MAX_PASSWORD_LENGTH } from "../../shared/limits";
import type { ErrorCode } from "../../shared/messages";
import { checkProfile } from "../../shared/profileFields";
import { PASSWORD_PROVIDER } from "./authAccounts";
import { checkNewPassword } from "./checkNewPassword";
import { isRefusal } from "./requirePassword";
import { hashPassword, newSalt, NO_ACCOUNT_SALT } from "./passwords";

type Params = Partial<Record<string, Value | undefined>>;
type Ctx = GenericActionCtxWithAuthConfig<DataModel>;
interface Authorized {
  userId: Id<"users">;
}

/**
 * Handles `signIn("password", { flow, … })` for both flows. `device` is the
 * browser's own secret; after a success the account recognises that browser.
 */
export async function signInOrUp(
  params: Params,
  ctx: Ctx,
): Promise<Authorized> {
  const authorized = await authorize(params, ctx);
  const used = { ...authorized, device: text(params.device) };
  const note =
    params.flow === "signUp"
      ? internal.account.rememberDevice
      : internal.account.noteSignIn;
  await ctx.runMutation(note, used);
  return authorized;
}

async function authorize(params: Params, ctx: Ctx): Promise<Authorized> {
  if (params.flow === "signIn") return signIn(params, ctx);
  if (params.flow === "signUp") return signUp(params, ctx);
  throw new Error("flow must be signIn or signUp");
}

/** Fails in the same way for a wrong password and for an unknown address. */
async function signIn(params: Params, ctx: Ctx): Promise<Authorized> {
  const email = normalizeEmail(text(params.email));
  const password = text(params.password);
  refuse(checkSignIn(email, password));
  const { salt } = await ctx.runMutation(internal.account.admitSignIn, {
    email,
    device: text(params.device),
  });
  const secret = await hashPassword(password, salt ?? NO_ACCOUNT_SALT);
  const account = { id: email, secret };
  try {
    const found = await retrieveAccount(ctx, {
      provider: PASSWORD_PROVIDER,
      account,
    });
    return await keepAccount(ctx, found.user._id);
  } catch (error) {
    throw isRefusal(error) ? appError("INVALID_CREDENTIALS") : error;
  }
}

/**
 * Undoes a request to delete the account. Once its removal has begun, the
 * account counts as unknown.
 */
async function keepAccount(ctx: Ctx, userId: Id<"users">): Promise<Authorized> {
  const kept: boolean = await ctx.runMutation(internal.leaving.keepAccount, {
    userId,
  });
  if (!kept) throw appError("INVALID_CREDENTIALS");
  return { userId };
}

async function signUp(params: Params, ctx: Ctx): Promise<Authorized> {
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
  const { exists } = await ctx.runMutation(internal.account.admitSignUp, {
    email,
  });
  if (exists) throw appError("EMAIL_TAKEN");
  const secret = await hashPassword(password, newSalt());
  try {
    const created = await createAccount(ctx, {
      provider: PASSWORD_PROVIDER,
      account: { id: email, secret },
      // Holds more than the users table: createUser.ts builds the profile from
      // it.
      profile: { email, ...fields },
    });
    return { userId: created.user._id };
  } catch (error) {
    throw isTaken(error) ? appError("EMAIL_TAKEN") : error;
  }
}

function checkSignIn(email: string, password: string): ErrorCode | null {
  if (email === "") return "EMAIL_REQUIRED";
  if (password === "") return "PASSWORD_REQUIRED";
  if (!isEmail(email)) return "INVALID_CREDENTIALS";
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
