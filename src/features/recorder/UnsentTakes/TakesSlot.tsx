import { hasWaitingTakes } from "../../../audio/store/takeDatabase";
import { onDemand } from "../../../components/OnDemand/onDemand";
import { useIsFound } from "../../../hooks/useIsFound";
import type { BeatTakesProps } from "./BeatTakes";

const BeatTakes = onDemand(
  async () => (await import("./BeatTakes")).BeatTakes,
  { isQuiet: true },
);

/** Shows a beat's unsent takes. The code of the list loads only in browsers that hold some. */
export function TakesSlot(props: BeatTakesProps) {
  return useIsFound(hasWaitingTakes, props.visit) && <BeatTakes {...props} />;
}
