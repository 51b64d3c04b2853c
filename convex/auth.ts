import { ConvexCredentials } from "@convex-dev/auth/providers/ConvexCredentials";
import { convexAuth, getAuthSessionId } from "@convex-dev/auth/server";
import { v, type Infer } from "convex/values";
import { internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import type { ActionCtx } from "./_generated/server";
import { publicAction } from "./functions";
import { PASSWORD_PROVIDER } from "./model/accounts/authAccounts";
import { signInOrUp } from "./model/accounts/signInOrUp";
import { createUser } from "./model/accounts/createUser";
import { passwordCrypto } from "./model/accounts/passwords";
import { appError } from "./model/errors";

const convexAuthFunctions = convexAuth({
  providers: [
    ConvexCredentials({
      id: PASSWORD_PROVIDER,
      authorize: signInOrUp,
      crypto: passwordCrypto,
    }),
  ],
  // model/rateLimits/rateLimits.ts limits guessing instead of Convex Auth,
  // because it also knows where a request comes from.
  signIn: { maxFailedAttempsPerHour: 1000 },
  callbacks: { createOrUpdateUser: createUser },
});

export const { auth, store, isAuthenticated } = convexAuthFunctions;

const signedInValidator = v.object({
  tokens: v.optional(
    v.union(
      v.object({ token: v.string(), refreshToken: v.string() }),
      v.null(),
    ),
  ),
});

/**
 * Signs in or up with a password, or renews a session's tokens when called
 * without a provider. Open to everyone. Returns the new tokens, or null tokens
 * if the refresh token is not valid.
 *
 * Wraps Convex Auth's own `signIn` and forwards only the arguments this app
 * uses. It does not forward verification codes: Convex Auth limits their use by
 * the e-mail address sent along with them, which the caller can make up.
 * @throws INVALID_CREDENTIALS, EMAIL_TAKEN, USERNAME_TAKEN (both at once if both
 * are), RATE_LIMITED, and the codes of the form checks; see
 * model/accounts/signInOrUp.ts
 */
export const signIn = publicAction({
  args: {
    provider: v.optional(v.literal(PASSWORD_PROVIDER)),
    params: v.optional(v.record(v.string(), v.string())),
    refreshToken: v.optional(v.string()),
    verifier: v.optional(v.string()), // Convex Auth's client may send one
  },
  returns: signedInValidator,
  handler: async (ctx, { provider, params, refreshToken = "" }) => {
    const signedIn = await (provider === undefined
      ? renew(ctx, refreshToken)
      : signInOfConvexAuth(ctx, { provider, params }));
    if (await noteUse(ctx, signedIn)) return signedIn;
    if (provider === undefined) return { tokens: null };
    throw appError("INVALID_CREDENTIALS"); // a new password has ended this session
  },
});

/**
 * Ends the caller's session, and forgets where it was used. Open to everyone;
 * does nothing when signed out. Wraps Convex Auth's own `signOut`.
 */
export const signOut = publicAction({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const sessionId = await getAuthSessionId(ctx);
    await signOutOfConvexAuth(ctx, {});
    if (sessionId === null) return null;
    await ctx.runMutation(internal.sessions.forgetEnded, { sessionId });
    return null;
  },
});

async function renew(
  ctx: Parameters<typeof signInOfConvexAuth>[0],
  refreshToken: string,
): Promise<Infer<typeof signedInValidator>> {
  const { admitRenewal } = internal.sessions;
  return (await ctx.runMutation(admitRenewal, { refreshToken }))
    ? signInOfConvexAuth(ctx, { refreshToken })
    : { tokens: null };
}

/**
 * Records which browser got the tokens. The refresh token names the session.
 * Returns false if that session has ended since.
 */
async function noteUse(
  ctx: Pick<ActionCtx, "runMutation">,
  { tokens }: Infer<typeof signedInValidator>,
): Promise<boolean> {
  const [, session] = tokens?.refreshToken.split("|") ?? [];
  if (session === undefined) return true;
  const sessionId = session as Id<"authSessions">; // Convex Auth has just used it
  return ctx.runMutation(internal.sessions.noteUse, { sessionId });
}

/** Registered functions carry their handler, but Convex does not type it. */
const { _handler: signInOfConvexAuth } =
  convexAuthFunctions.signIn as unknown as {
    _handler: (
      ctx: Omit<ActionCtx, "vectorSearch">,
      args: {
        provider?: string;
        params?: Record<string, string>;
        refreshToken?: string;
      },
    ) => Promise<Infer<typeof signedInValidator>>;
  };

const { _handler: signOutOfConvexAuth } =
  convexAuthFunctions.signOut as unknown as {
    _handler: (
      ctx: Omit<ActionCtx, "vectorSearch">,
      args: Record<string, never>,
    ) => Promise<unknown>;
  };
