import type { TokenVerifier } from "../auth/tokenVerifier.ts";
import type { UserIdentity } from "../runtime/contract/runtime.ts";
import type { Authenticate } from "./protocol.ts";
import { errorText } from "../log/errorText.ts";

/** The caller that a session acts for after an Authenticate message. */
export interface Authenticated {
  readonly identity: UserIdentity | null;
  readonly isAdmin: boolean;
  /** Time in ms since the epoch; null if the token does not expire. */
  readonly expiresAt: number | null;
}

/**
 * Checks the token of an Authenticate message. Never throws: returns the text
 * for an AuthError if the token is refused.
 */
export async function verifyAuthenticate(
  tokens: TokenVerifier,
  message: Authenticate,
): Promise<Authenticated | string> {
  try {
    switch (message.tokenType) {
      case "None":
        return { identity: null, isAdmin: false, expiresAt: null };
      case "Admin":
        return {
          ...tokens.verifyAdmin(message.value, message.impersonating),
          expiresAt: null,
        };
      case "User":
        return { ...(await tokens.verify(message.value)), isAdmin: false };
    }
  } catch (error) {
    return errorText(error);
  }
}
