import type { Doc, Id } from "../../_generated/dataModel";
import type { WriteCtx } from "../contexts";

/** The id of the only sign-in provider in Convex Auth. */
export const PASSWORD_PROVIDER = "password";

/** Finds the account of an address, as Convex Auth stores it. */
export const findAccount = (
  ctx: WriteCtx,
  email: string,
): Promise<Doc<"authAccounts"> | null> =>
  ctx.db
    .query("authAccounts")
    .withIndex("providerAndAccountId", (q) =>
      q.eq("provider", PASSWORD_PROVIDER).eq("providerAccountId", email),
    )
    .unique();

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
