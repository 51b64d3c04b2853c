import { useAuthActions } from "@convex-dev/auth/react";
import { useConvexAuth } from "convex/react";
import { SIGNED_OUT } from "../lib/signedOut";
import { firstAnswers } from "../lib/firstAnswers/firstAnswers";
import { useFirstAnswer } from "./useFirstAnswer";
import { useLiveQuery } from "./useLiveQuery";
import type { FunctionReturnType } from "convex/server";
import {
  type ReactNode,
  createContext,
  use,
  useDeferredValue,
  useEffect,
  useMemo,
} from "react";
import { api } from "../../convex/_generated/api";

export type Viewer = NonNullable<FunctionReturnType<typeof api.viewer.get>>;

interface MemberViewer extends Viewer {
  profile: NonNullable<Viewer["profile"]>;
}

/**
 * The state of the visitor's session. `signedIn` does not imply a confirmed email or a profile; see
 * `decideAccess`.
 */
export type ViewerState =
  | { status: "loading" }
  /** There is a session, but its account could not be loaded. */
  | { status: "failed" }
  | { status: "signedOut" }
  | { status: "signedIn"; viewer: Viewer };

const ViewerContext = createContext<ViewerState>({ status: "loading" });

export function ViewerProvider({ children }: { children: ReactNode }) {
  const { isLoading, isAuthenticated } = useConvexAuth();
  const result = useLiveQuery({
    query: api.viewer.get,
    args: isAuthenticated ? {} : "skip",
  });
  const viewer = result.status === "success" ? result.data : undefined;
  const hasFailed = result.status === "error";

  const first = useFirstAnswer(api.viewer.get, {}).answer;
  const isSignedOut = !isLoading && !isAuthenticated;
  useEffect(() => {
    if (!isSignedOut) return;
    firstAnswers.forgetAll();
    window.dispatchEvent(new Event(SIGNED_OUT));
  }, [isSignedOut]);

  const { signOut } = useAuthActions();

  // The server may have ended the session, for example after a password reset elsewhere. Sign out
  // here too.
  const isEnded = isAuthenticated && viewer === null;
  useEffect(() => {
    if (isEnded) void signOut();
  }, [isEnded, signOut]);

  const state = useMemo<ViewerState>(() => {
    if (isLoading)
      return first
        ? { status: "signedIn", viewer: first }
        : { status: "loading" };
    if (!isAuthenticated || viewer === null) return { status: "signedOut" };
    if (hasFailed) return { status: "failed" };
    if (viewer === undefined) return { status: "loading" };
    return { status: "signedIn", viewer };
  }, [isLoading, isAuthenticated, hasFailed, viewer, first]);

  // A change of viewer renders the whole page, so it is deferred to keep the page responsive. The
  // end of a session is not deferred: the guard of /login would still see the old viewer and
  // redirect them.
  const deferred = useDeferredValue(state);
  const shown = state.status === "signedOut" ? state : deferred;
  return <ViewerContext value={shown}>{children}</ViewerContext>;
}

/** The session with all its states. Most components only need `useViewer`. */
export function useViewerState(): ViewerState {
  return use(ViewerContext);
}

/**
 * The signed-in viewer; null while loading, when signed out, or if the account could not be loaded.
 */
export function useViewer(): Viewer | null {
  const state = use(ViewerContext);
  return state.status === "signedIn" ? state.viewer : null;
}

/** Returns whether the viewer has a profile and a confirmed address. */
export const isMember = (
  state: ViewerState,
): state is { status: "signedIn"; viewer: MemberViewer } =>
  state.status === "signedIn" &&
  state.viewer.profile !== null &&
  state.viewer.emailConfirmedAt !== null;

/** Provides a fixed viewer to tests of a single screen. */
export function FixedViewer({
  state,
  children,
}: {
  state: ViewerState;
  children: ReactNode;
}) {
  return <ViewerContext value={state}>{children}</ViewerContext>;
}
