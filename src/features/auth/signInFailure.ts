type SignInProblem =
  | "invalidCredentials"
  | "notConfirmed"
  | "network"
  | "userNotFound"
  | "incorrectPassword"
  | "unknown";

export type SignInFailure =
  | { kind: SignInProblem; toActivate: boolean }
  /** A text that the server meant for people. */
  | { kind: "original"; message: string };

const table: readonly (readonly [fragment: string, SignInProblem])[] = [
  ["invalid login credentials", "invalidCredentials"],
  ["invalid email or password", "invalidCredentials"],
  ["email not confirmed", "notConfirmed"],
  ["email is not confirmed", "notConfirmed"],
  ["network", "network"],
  ["failed to fetch", "network"],
  ["connection lost", "network"],
  ["user not found", "userNotFound"],
];

/** Traces of a server's inner life, which nobody is shown. */
const raw = /\[CONVEX|\[Request ID|Server Error|Uncaught /i;

/** What a failed sign-in means for the person, from the message alone; the first match of the table counts. */
export function signInFailure(message: string): SignInFailure {
  const lower = message.toLowerCase();
  const match = table.find(([fragment]) => lower.includes(fragment));
  if (match !== undefined) {
    return { kind: match[1], toActivate: match[1] === "notConfirmed" };
  }
  if (raw.test(message) || message.trim() === "") {
    return { kind: "unknown", toActivate: false };
  }
  if (lower.includes("password")) {
    return { kind: "incorrectPassword", toActivate: false };
  }
  return { kind: "original", message };
}
