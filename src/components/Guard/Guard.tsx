import { type ReactNode, useEffect, useSyncExternalStore } from "react";
import { type Location, Navigate, useLocation } from "react-router-dom";
import { LoadFailed } from "../ErrorNote/LoadFailed";
import { Loading } from "../Loading/Loading";
import { useViewerState } from "../../hooks/useViewer";
import { pageHold } from "../../lib/pageHold";
import { signingOut } from "../../lib/signingOut";
import { useTexts } from "../../texts/TextsProvider";
import { type Access, type Decision, decideAccess } from "./decideAccess";
import { keptTarget } from "../../routing/keptTarget";
import { paths } from "../../routing/paths";
import {
  type ReturnState,
  readReturnState,
  rememberTarget,
  returnTarget,
} from "../../routing/returnTarget";

interface GuardProps {
  access: Access;
  /**
   * Shown instead of 'Loading' while the viewer is not known. It must announce 'Loading' itself.
   */
  head?: ReactNode;
  children: ReactNode;
}

/**
 * Shows the page if the viewer may see it; otherwise 'Loading', an error, or a redirect that
 * replaces the history entry. `decideAccess` makes the decision, unless `holdPage` keeps the page
 * open.
 */
export function Guard({ access, head, children }: GuardProps) {
  const t = useTexts("common");
  const location = useLocation();
  const decision = decideAccess(access, useViewerState());
  const isHeld = useSyncExternalStore(pageHold.subscribe, pageHold.isHeld);

  // Signing out leads to /login, which only signed-out visitors see.
  const hasLeft = access === "guest" && decision.kind === "show";
  useEffect(() => {
    if (hasLeft) signingOut.end();
  }, [hasLeft]);

  if (isHeld) return children;
  switch (decision.kind) {
    case "show":
      return children;
    case "wait":
      return head || <Loading isWholePage />;
    case "fail":
      return <LoadFailed message={t.viewerFailed} />;
    case "redirect":
      return <Navigate replace {...destination(decision, location)} />;
    default:
      return decision satisfies never;
  }
}

function destination(
  { to, rememberTarget: remembers }: Decision & { kind: "redirect" },
  location: Location,
): { to: string; state: ReturnState } {
  if (to === paths.home) {
    const kept = location.pathname === paths.activate ? keptTarget() : null;
    return { to: returnTarget(location, kept ?? paths.home), state: {} };
  }
  if (signingOut.isUnderWay()) return { to, state: {} };
  const cameToSignIn = location.pathname === paths.login;
  return {
    to,
    state: {
      ...readReturnState(location),
      ...(remembers && rememberTarget(location)),
      ...(to === paths.activate && cameToSignIn && { notice: "notConfirmed" }),
    },
  };
}
