type SignInProblem =
  | "invalidCredentials"
  | "notConfirmed"
  | "network"
  | "userNotFound"
  | "incorrectPassword"
  | "unknown";

export type SignInFailure =
  | { kind: SignInProblem; toActivate: boolean }
  /** A user-facing message from the server, shown unchanged. */
  | { kind: "original"; message: string };

const TABLE: readonly (readonly [fragment: string, SignInProblem])[] = [
  ["invalid login credentials", "invalidCredentials"],
  ["invalid email or password", "invalidCredentials"],
  ["email not confirmed", "notConfirmed"],
  ["email is not confirmed", "notConfirmed"],
  ["network", "network"],
  ["failed to fetch", "network"],
  ["connection lost", "network"],
  ["user not found", "userNotFound"],
];

/** Matches technical error messages, which must not be shown to users. */
const RAW = /\[CONVEX|\[Request ID|Server Error|Uncaught /i;

/** Classifies a failed sign-in by its message alone. The first match in the table wins. */
export function signInFailure(message: string): SignInFailure {
  const lower = message.toLowerCase();
  const match = TABLE.find(([fragment]) => lower.includes(fragment));
  if (match !== undefined) {
    return { kind: match[1], toActivate: match[1] === "notConfirmed" };
  }
  if (RAW.test(message) || message.trim() === "") {
    return { kind: "unknown", toActivate: false };
  }
  if (lower.includes("password")) {
    return { kind: "incorrectPassword", toActivate: false };
  }
  return { kind: "original", message };
}
