import type { TokenVerifier } from "../auth/tokenVerifier.ts";
import type { UserIdentity } from "../functions/contract.ts";
import type { Authenticate } from "./protocol.ts";

export interface Authenticated {
  readonly identity: UserIdentity | null;
  readonly isAdmin: boolean;
  readonly expiresAt: number | null;
}

/** Who the message makes of the session, or the text of its refusal. */
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
    return error instanceof Error ? error.message : String(error);
  }
}
