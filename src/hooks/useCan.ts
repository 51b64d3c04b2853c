import {
  type Act,
  isAllowed,
  type Subject,
} from "../../convex/shared/permissions";
import { useViewer } from "./useViewer";

/** By the server's own table, and only for showing or hiding: the server decides. */
export function useCan(): (act: Act, subject?: Subject) => boolean {
  const profile = useViewer()?.profile;
  return (act, subject) => !!profile && isAllowed(profile, act, subject);
}
