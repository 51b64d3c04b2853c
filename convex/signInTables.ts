import { authTables } from "@convex-dev/auth/server";

/** Tables of Convex Auth, with two more indexes. */
export const signInTables = {
  /**
   * One row for each person. It is the first row that a sign-up creates and the
   * last one that a removal deletes.
   * - `name`: unused; a field of Convex Auth
   * - `image`: unused; a field of Convex Auth
   * - `email`: address for mails and for signing in | the person | first of all
   *   when a removal begins
   * - `emailVerificationTime`: when the address was confirmed | the person |
   *   with the address
   * - `phone`: unused; a field of Convex Auth
   * - `phoneVerificationTime`: unused; a field of Convex Auth
   * - `isAnonymous`: unused; a field of Convex Auth
   * | the server | with the account
   */
  users: authTables.users.index("by_emailVerificationTime", [
    "emailVerificationTime",
  ]),

  /**
   * How a person signs in.
   * - `userId`: whose account it is | | first of all when a removal begins
   * - `provider`: always `password`
   * - `providerAccountId`: the e-mail address again
   * - `secret`: salted hash of the password | | with the row; replaced by a new
   *   password
   * - `emailVerified`: unused; a field of Convex Auth
   * - `phoneVerified`: unused; a field of Convex Auth
   * | the server | with the row
   */
  authAccounts: authTables.authAccounts,

  /**
   * One row for each browser that is signed in.
   * - `userId`: who is signed in
   * - `expirationTime`: when the session expires | | with the row
   * | the server | by signing out, a new password, or the request to delete the
   * account; within a day after it has expired
   */
  authSessions: authTables.authSessions.index("by_expirationTime", [
    "expirationTime",
  ]),

  /**
   * Tokens that renew a session.
   * - `sessionId`: the session
   * - `expirationTime`: when the token expires
   * - `firstUsedTime`: when it was exchanged for the next one
   * - `parentRefreshTokenId`: the token before it
   * | the server | with the session
   */
  authRefreshTokens: authTables.authRefreshTokens,

  /**
   * Codes of sign-in providers that this app does not use. Normally empty.
   * - `accountId`: see Convex Auth
   * - `provider`: see Convex Auth
   * - `code`: see Convex Auth
   * - `expirationTime`: see Convex Auth
   * - `verifier`: see Convex Auth
   * - `emailVerified`: see Convex Auth
   * - `phoneVerified`: see Convex Auth
   * | the server | with the account
   */
  authVerificationCodes: authTables.authVerificationCodes,

  /**
   * Secrets of sign-in providers that this app does not use. Always empty.
   * - `sessionId`: see Convex Auth
   * - `signature`: see Convex Auth
   * | the server | never written
   */
  authVerifiers: authTables.authVerifiers,

  /**
   * Failed sign-ins, as Convex Auth counts them.
   * - `identifier`: the account
   * - `lastAttemptTime`: when the last one failed
   * - `attemptsLeft`: how many attempts are left
   * | the server | with the account
   */
  authRateLimits: authTables.authRateLimits,
} satisfies Record<keyof typeof authTables, unknown>;
