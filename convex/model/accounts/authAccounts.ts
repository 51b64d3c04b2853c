import type { Doc, Id } from "../../_generated/dataModel";
import type { ReadCtx, WriteCtx } from "../contexts";
import { addressForms } from "./addressForms";

/** The id of the only sign-in provider in Convex Auth. */
export const PASSWORD_PROVIDER = "password";

/** Finds the account of a mailbox, in whatever form its address is stored. */
export async function findAccount(
  ctx: ReadCtx,
  email: string,
): Promise<Doc<"authAccounts"> | null> {
  for (const form of addressForms(email)) {
    const account = await ctx.db
      .query("authAccounts")
      .withIndex("providerAndAccountId", (q) =>
        q.eq("provider", PASSWORD_PROVIDER).eq("providerAccountId", form),
      )
      .unique();
    if (account !== null) return account;
  }
  return null;
}

/** Finds the account of a person, as Convex Auth stores it. */
export const findAccountOf = (
  ctx: WriteCtx,
  userId: Id<"users">,
): Promise<Doc<"authAccounts"> | null> =>
  ctx.db
    .query("authAccounts")
    .withIndex("userIdAndProvider", (q) =>
      q.eq("userId", userId).eq("provider", PASSWORD_PROVIDER),
    )
    .unique();
