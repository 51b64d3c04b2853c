import type { ViewerState } from "../../hooks/useViewer";
import { paths, profileHref } from "../../routing/paths";

/**
 * The kinds of pages, by who may see them. The table in decideAccess.test.ts lists every outcome.
 */
export type Access =
  /** Content: needs a signed-in viewer with a confirmed email and a profile. */
  | "protected"
  /** Landing, login and the like: signed-in viewers are redirected. */
  | "guest"
  /** Confirmation of the email. Signed-out visitors reach it through the emailed link. */
  | "activation"
  /** Creation of a missing profile. */
  | "completion"
  | "everyone";

export type Decision =
  | { kind: "show" }
  | { kind: "wait" }
  /** The viewer's account could not be loaded. */
  | { kind: "fail" }
  | { kind: "redirect"; to: string; rememberTarget: boolean };

const SHOW: Decision = { kind: "show" };
const go = (to: string, rememberTarget = false): Decision => ({
  kind: "redirect",
  to,
  rememberTarget,
});

/**
 * Decides whether to show a page, wait, fail or redirect. Only the app's navigation depends on it;
 * the server checks permissions itself.
 */
export function decideAccess(access: Access, state: ViewerState): Decision {
  if (access === "everyone") return SHOW;
  if (state.status === "loading") {
    // The emailed link works before the session is known.
    return access === "activation" ? SHOW : { kind: "wait" };
  }

  if (state.status === "failed") return { kind: "fail" };

  if (state.status === "signedOut") {
    const isOpen = access === "guest" || access === "activation";
    return isOpen ? SHOW : go(paths.login, true);
  }

  const { emailConfirmedAt, profile } = state.viewer;
  if (profile === null) {
    const isOpen =
      access === "completion" ||
      (access === "activation" && emailConfirmedAt === null);
    return isOpen ? SHOW : go(paths.completeProfile, access === "protected");
  }
  if (emailConfirmedAt === null) {
    return access === "activation"
      ? SHOW
      : go(paths.activate, access === "protected");
  }
  if (access === "protected") return SHOW;
  if (access === "completion") return go(profileHref(profile.userId));
  return go(paths.home);
}
