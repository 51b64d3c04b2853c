import {
  type Act,
  isAllowed,
  type ActTarget,
} from "../../convex/shared/permissions";
import { useViewer } from "./useViewer";

/**
 * Returns a check of what the viewer may do, based on the server's permission table. Use it only to
 * show or hide controls: the server enforces the rules.
 */
export function useCan(): (act: Act, target?: ActTarget) => boolean {
  const viewer = useViewer();
  const profile = viewer?.profile;
  if (!profile) return () => false;
  const { isModerator, suspension } = viewer;
  const actor = { ...profile, isModerator, isSuspended: suspension !== null };
  return (act, target) => isAllowed(actor, act, target);
}
