import type { ViewerState } from "../hooks/useViewer";
import { paths, profileHref } from "./paths";

/** Who may see a page: see the table in access.test.ts. */
export type Access =
  /** Content: a signed-in person with a confirmed e-mail and a profile. */
  | "protected"
  /** Landing, login and the like: whoever is signed in already is sent on. */
  | "guest"
  /** Where an unconfirmed person waits; strangers come through the mailed link. */
  | "activation"
  /** Where a person without a profile makes one. */
  | "completion"
  | "everyone";

export type Decision =
  | { kind: "show" }
  | { kind: "wait" }
  /** It cannot be found out who is looking. */
  | { kind: "fail" }
  | { kind: "redirect"; to: string; rememberTarget: boolean };

const show: Decision = { kind: "show" };
const go = (to: string, rememberTarget = false): Decision => ({
  kind: "redirect",
  to,
  rememberTarget,
});

export function decideAccess(access: Access, state: ViewerState): Decision {
  if (access === "everyone") return show;
  if (state.status === "loading") {
    // The mailed link may be opened before anything is known of the session.
    return access === "activation" ? show : { kind: "wait" };
  }

  if (state.status === "failed") return { kind: "fail" };

  if (state.status === "signedOut") {
    const isOpen = access === "guest" || access === "activation";
    return isOpen ? show : go(paths.login, true);
  }

  const { emailConfirmedAt, profile } = state.viewer;
  if (profile === null) {
    const isOpen =
      access === "completion" ||
      (access === "activation" && emailConfirmedAt === null);
    return isOpen ? show : go(paths.completeProfile, access === "protected");
  }
  if (emailConfirmedAt === null) {
    return access === "activation"
      ? show
      : go(paths.activate, access === "protected");
  }
  if (access === "protected") return show;
  if (access === "completion") return go(profileHref(profile.userId));
  return go(paths.home);
}
