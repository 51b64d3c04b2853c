import { allowSharing, type Terms } from "../../../../convex/shared/terms";
import { useViewer } from "../../../hooks/useViewer";

interface Sound {
  readonly url: string | null;
  /** Id of the person who made the sound. */
  readonly ownerId: string;
  readonly terms: Terms;
}

/** Returns true for the sound's owner, and for others if the terms allow them to share it. */
export function useMaySave({ url, ownerId, terms }: Sound): boolean {
  const isOwn = useViewer()?.userId === ownerId;
  return url !== null && (isOwn || allowSharing(terms));
}
