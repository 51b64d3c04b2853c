import { useViewerState } from "../../../hooks/useViewer";

/** How the person who opened the recorder is missing. */
export type Absence = "signedOut" | "someoneElse";

/** Null while the person with this id is signed in, or while that is being checked. */
export function useAbsence(userId: string): Absence | null {
  const state = useViewerState();
  if (state.status === "signedOut") return "signedOut";
  if (state.status !== "signedIn") return null;
  return state.viewer.userId === userId ? null : "someoneElse";
}
