import { useEffect, useState } from "react";
import { hasStoredTakes } from "../../../audio/store/takeDatabase";
import { onDemand } from "../../../components/OnDemand/onDemand";
import { logFailure } from "../../../lib/logFailure";
import type { BeatTakesProps } from "./BeatTakes";

const BeatTakes = onDemand(
  async () => (await import("./BeatTakes")).BeatTakes,
  { isQuiet: true },
);

/** The place of a beat's unsent takes. Their code loads only in browsers that hold some. */
export function TakesSlot(props: BeatTakesProps) {
  const [isWanted, setIsWanted] = useState(false);

  useEffect(() => {
    let isGone = false;
    hasStoredTakes()
      .then((isStored) => {
        if (isStored && !isGone) setIsWanted(true);
      })
      .catch((error: unknown) => logFailure("counting takes failed", error));
    return () => {
      isGone = true;
    };
  }, [props.visit]);

  return isWanted && <BeatTakes {...props} />;
}
