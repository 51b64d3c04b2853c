import { useAuthActions } from "@convex-dev/auth/react";
import { useConvexAuth, useQuery_experimental as useQuery } from "convex/react";
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

/** Who is looking. `signedIn` says nothing of a confirmed e-mail or a profile: see `decideAccess`. */
export type ViewerState =
  | { status: "loading" }
  /** There is a session, but its account could not be read. */
  | { status: "failed" }
  | { status: "signedOut" }
  | { status: "signedIn"; viewer: Viewer };

const ViewerContext = createContext<ViewerState>({ status: "loading" });

export function ViewerProvider({ children }: { children: ReactNode }) {
  const { isLoading, isAuthenticated } = useConvexAuth();
  const result = useQuery({
    query: api.viewer.get,
    args: isAuthenticated ? {} : "skip",
  });
  const viewer = result.status === "success" ? result.data : undefined;
  const hasFailed = result.status === "error";

  const { signOut } = useAuthActions();

  // A session that the server ended (a password was reset elsewhere) is forgotten here as well.
  const isEnded = isAuthenticated && viewer === null;
  useEffect(() => {
    if (isEnded) void signOut();
  }, [isEnded, signOut]);

  const state = useMemo<ViewerState>(() => {
    if (isLoading) return { status: "loading" };
    if (!isAuthenticated || viewer === null) return { status: "signedOut" };
    if (hasFailed) return { status: "failed" };
    if (viewer === undefined) return { status: "loading" };
    return { status: "signedIn", viewer };
  }, [isLoading, isAuthenticated, hasFailed, viewer]);

  // Knowing who looks draws the whole page: in slices, so that a finger is not kept waiting.
  const shown = useDeferredValue(state);
  return <ViewerContext value={shown}>{children}</ViewerContext>;
}

export function useViewerState(): ViewerState {
  return use(ViewerContext);
}

/** The signed-in viewer, or null while unknown or signed out. */
export function useViewer(): Viewer | null {
  const state = use(ViewerContext);
  return state.status === "signedIn" ? state.viewer : null;
}

/** For tests and stories of one screen: whoever is given is looking. */
export function FixedViewer({
  state,
  children,
}: {
  state: ViewerState;
  children: ReactNode;
}) {
  return <ViewerContext value={state}>{children}</ViewerContext>;
}
