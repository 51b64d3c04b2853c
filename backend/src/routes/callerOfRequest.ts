import type { IncomingMessage } from "node:http";
import type { TokenVerifier } from "../auth/tokenVerifier.ts";
import type { Caller } from "../runtime/contract/runtime.ts";
import { HttpError } from "../http/httpError.ts";
import { errorText } from "../log/errorText.ts";

/**
 * Returns the caller that the Authorization header names: a user (`Bearer
 * <token>`), an administrator (`Convex <admin key>`), or an anonymous caller if
 * there is no header.
 *
 * @throws HttpError 401 for a token that is refused, 403 for a wrong admin key
 */
export async function callerOfRequest(
  request: IncomingMessage,
  tokens: TokenVerifier,
  address: string,
): Promise<Caller> {
  const anonymous: Caller = {
    identity: null,
    isAdmin: false,
    ip: address,
    userAgent: request.headers["user-agent"] ?? null,
  };
  const header = request.headers.authorization;
  if (header === undefined) return anonymous;
  const separator = header.indexOf(" ");
  const scheme = header.slice(0, separator).toLowerCase();
  const value = header.slice(separator + 1).trim();
  switch (scheme) {
    case "convex":
      return { ...anonymous, ...verifyAdmin(tokens, value) };
    case "bearer":
      return { ...anonymous, identity: await verifyUser(tokens, value) };
    default:
      throw new HttpError(
        401,
        "InvalidAuthHeader",
        "The Authorization header must start with Bearer or Convex.",
      );
  }
}

/**
 * Like `callerOfRequest`, but treats refused credentials as anonymous. HTTP
 * actions need this because apps also use the header for keys of their own.
 */
export async function callerOrAnonymous(
  request: IncomingMessage,
  tokens: TokenVerifier,
  address: string,
): Promise<Caller> {
  try {
    return await callerOfRequest(request, tokens, address);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const userAgent = request.headers["user-agent"] ?? null;
    return { identity: null, isAdmin: false, ip: address, userAgent };
  }
}

function verifyAdmin(tokens: TokenVerifier, value: string) {
  try {
    return tokens.verifyAdminHeader(value);
  } catch (error) {
    throw new HttpError(403, "BadDeployKey", errorText(error));
  }
}

async function verifyUser(tokens: TokenVerifier, value: string) {
  try {
    return (await tokens.verify(value)).identity;
  } catch (error) {
    throw new HttpError(401, "InvalidAuthToken", errorText(error));
  }
}
