import { useViewerState } from "../../../hooks/useViewer";

/**
 * Why the person who opened the recorder is no longer there: they signed out, or someone else
 * signed in.
 */
export type Absence = "signedOut" | "someoneElse";

/** Returns null while the person with this id is signed in, or while that is being checked. */
export function useAbsence(userId: string): Absence | null {
  const state = useViewerState();
  if (state.status === "signedOut") return "signedOut";
  if (state.status !== "signedIn") return null;
  return state.viewer.userId === userId ? null : "someoneElse";
}
