import {
  createAccount,
  retrieveAccount,
  type GenericActionCtxWithAuthConfig,
} from "@convex-dev/auth/server";
import { ConvexError, type Value } from "convex/values";
import { internal } from "../_generated/api";
import type { DataModel, Id } from "../_generated/dataModel";
import { appError, fieldsOf, refuse } from "../errors";
import { isEmail, normalizeEmail } from "../shared/email";
import { MAX_PASSWORD_LENGTH } from "../shared/limits";
import type { ErrorCode } from "../shared/messages";
import { checkPassword } from "../shared/passwordRule";
import { checkProfile } from "../shared/profileFields";
import { PASSWORD_PROVIDER } from "./accounts";
import { hashPassword, newSalt, NO_ACCOUNT_SALT } from "./passwords";

type Params = Partial<Record<string, Value | undefined>>;
type Ctx = GenericActionCtxWithAuthConfig<DataModel>;
interface Authorized {
  userId: Id<"users">;
}

/** What `signIn("password", { flow, … })` does. */
export async function signInOrUp(
  params: Params,
  ctx: Ctx,
): Promise<Authorized> {
  if (params.flow === "signIn") return signIn(params, ctx);
  if (params.flow === "signUp") return signUp(params, ctx);
  throw new Error("flow must be signIn or signUp");
}

/** The same words for a wrong password and for an address without an account. */
async function signIn(params: Params, ctx: Ctx): Promise<Authorized> {
  const email = normalizeEmail(text(params.email));
  const password = text(params.password);
  refuse(checkSignIn(email, password));
  const { salt } = await ctx.runMutation(internal.account.admitAttempt, {
    flow: "signIn",
    email,
  });
  const secret = await hashPassword(password, salt ?? NO_ACCOUNT_SALT);
  const account = { id: email, secret };
  try {
    const found = await retrieveAccount(ctx, {
      provider: PASSWORD_PROVIDER,
      account,
    });
    return { userId: found.user._id };
  } catch (error) {
    throw isRefusal(error) ? appError("INVALID_CREDENTIALS") : error;
  }
}

async function signUp(params: Params, ctx: Ctx): Promise<Authorized> {
  const email = normalizeEmail(text(params.email));
  const password = text(params.password);
  refuse(checkEmail(email) ?? checkPassword(password));
  const fields = fieldsOf(
    checkProfile({
      username: text(params.username),
      role: text(params.role),
      state: text(params.state),
      instagram: text(params.instagram),
      youtube: text(params.youtube),
    }),
  );
  const { exists } = await ctx.runMutation(internal.account.admitAttempt, {
    flow: "signUp",
    email,
  });
  if (exists) throw appError("EMAIL_TAKEN");
  const secret = await hashPassword(password, newSalt());
  try {
    const created = await createAccount(ctx, {
      provider: PASSWORD_PROVIDER,
      account: { id: email, secret },
      // More than the users table holds: newUsers.ts makes the profile of it.
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
  return password.length > MAX_PASSWORD_LENGTH ? "INVALID_CREDENTIALS" : null;
}

function checkEmail(email: string): ErrorCode | null {
  if (email === "") return "EMAIL_REQUIRED";
  return isEmail(email) ? null : "EMAIL_INVALID";
}

const text = (value: Value | undefined) =>
  typeof value === "string" ? value : "";

const REFUSALS = ["InvalidAccountId", "InvalidSecret", "TooManyFailedAttempts"];

const isRefusal = (error: unknown) =>
  error instanceof Error &&
  REFUSALS.some((name) => error.message.includes(name));

/** Another sign-up with this address came between the look and the writing. */
const isTaken = (error: unknown) =>
  error instanceof Error &&
  !(error instanceof ConvexError) &&
  error.message.includes("already exists");
