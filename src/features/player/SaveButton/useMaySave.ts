import { allowSharing, type Terms } from "../../../../convex/shared/terms";
import { useViewer } from "../../../hooks/useViewer";

interface Sound {
  readonly url: string | null;
  /** The person who made it. */
  readonly ownerId: string;
  readonly terms: Terms;
}

/** True for its owner, and for others where its terms allow them to share it. */
export function useMaySave({ url, ownerId, terms }: Sound): boolean {
  const isOwn = useViewer()?.userId === ownerId;
  return url !== null && (isOwn || allowSharing(terms));
}
