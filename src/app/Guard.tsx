import type { ReactNode } from "react";
import { type Location, Navigate, useLocation } from "react-router-dom";
import { LoadFailed } from "../components/ErrorNote/LoadFailed";
import { Loading } from "../components/Loading/Loading";
import { useViewerState } from "../hooks/useViewer";
import { useTexts } from "../texts/TextsProvider";
import { type Access, type Decision, decideAccess } from "./access";
import { paths } from "./paths";
import {
  type ReturnState,
  readReturnState,
  rememberTarget,
  returnTarget,
} from "./returnTarget";

interface GuardProps {
  access: Access;
  children: ReactNode;
}

/** Shows the page, says 'Loading', or sends elsewhere in place of the present history entry. */
export function Guard({ access, children }: GuardProps) {
  const t = useTexts("common");
  const location = useLocation();
  const decision = decideAccess(access, useViewerState());

  switch (decision.kind) {
    case "show":
      return children;
    case "wait":
      return <Loading />;
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
  if (to === paths.home) return { to: returnTarget(location.state), state: {} };
  const cameToSignIn = location.pathname === paths.login;
  return {
    to,
    state: {
      ...readReturnState(location.state),
      ...(remembers && rememberTarget(location)),
      ...(to === paths.activate && cameToSignIn && { notice: "notConfirmed" }),
    },
  };
}
