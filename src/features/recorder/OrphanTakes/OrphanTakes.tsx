import { useUnsentTakes } from "../useUnsentTakes";
import { WaitingTakes } from "../WaitingTakes/WaitingTakes";

/** Takes whose beat has been deleted: they cannot be sent, but saved. */
export function OrphanTakes({ beatId }: { beatId: string }) {
  const { takes, discard } = useUnsentTakes(beatId);
  return <WaitingTakes takes={takes} onDiscard={discard} />;
}
