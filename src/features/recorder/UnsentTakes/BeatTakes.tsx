import type { StoredTake } from "../../../audio/store/takeStore";
import { useOutbox } from "../../outbox/useOutbox";
import { useUnsentTakes } from "../useUnsentTakes";
import { UnsentTakes } from "./UnsentTakes";

export interface BeatTakesProps {
  beatId: string;
  /** Absent if the beat has been deleted, so the takes can only be saved or discarded. */
  onOpen?: (take: StoredTake) => void;
  /** Another value makes the list look for takes again. */
  visit: number;
}

/** The viewer's unsent takes over a beat, except those that are being sent. */
export function BeatTakes({ beatId, onOpen, visit }: BeatTakesProps) {
  const { takes, discard } = useUnsentTakes(beatId, visit);
  const sending = new Set(useOutbox().map(({ id }) => id));

  return (
    <UnsentTakes
      takes={takes.filter(({ id }) => !sending.has(id))}
      onOpen={onOpen}
      onDiscard={discard}
    />
  );
}
