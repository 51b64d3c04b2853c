import type { StoredTake } from "../../../audio/store/takeStore";
import { useOnItsWay } from "../../outbox/useOnItsWay";
import { useSendingIds } from "../../outbox/useSendingIds";
import { useUnsentTakes } from "../useUnsentTakes";
import { UnsentTakes } from "./UnsentTakes";

export interface BeatTakesProps {
  beatId: string;
  /** Absent if the beat has been deleted, so the takes can only be saved or discarded. */
  onOpen?: (take: StoredTake) => void;
  /** When this value changes, the list looks for takes again. */
  visit: number;
}

/** The viewer's unsent takes over a beat, except those that are being sent. */
export function BeatTakes({ beatId, onOpen, visit }: BeatTakesProps) {
  const sending = useSendingIds();
  // A take that leaves the outbox was either published, which sets the other takes aside, or is
  // back in this list.
  const visits = [visit, ...sending].join();
  const { takes, discard } = useUnsentTakes(beatId, visits);
  const isOnItsWay = useOnItsWay();

  return (
    <UnsentTakes
      takes={takes.filter(({ id }) => !isOnItsWay(id))}
      onOpen={onOpen}
      onDiscard={discard}
    />
  );
}
