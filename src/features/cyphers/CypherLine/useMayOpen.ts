import type { BeatSummary } from "../../../../convex/shared/validators";
import { useCan } from "../../../hooks/useCan";
import { useViewer } from "../../../hooks/useViewer";

/** Returns whether the viewer may start cyphers on a beat. */
export function useMayOpen(beat: BeatSummary): boolean {
  const can = useCan();
  const viewer = useViewer();
  const target = {
    ownerId: viewer?.userId ?? "",
    beatProducerId: beat.producer.userId,
  };
  return can("cypher:open", target) && !viewer?.suspension;
}
