import type { PunchPlan } from "../../punch/punchPlan";
import type { StemInfo } from "../../store/stem";
import type { StemStore } from "../../store/stemStore";
import { StemKeeper, type StemKeeperParts } from "../stemKeeper";

/** Where bars that were recorded again belong in their take. */
export interface NewBarsInfo extends StemInfo {
  readonly plan: PunchPlan;
  /** By how much the mix moved the voice of the take when the bars were marked. */
  readonly timingMs: number;
}

export type NewBarsStore = Pick<
  StemStore<NewBarsInfo>,
  "begin" | "append" | "load" | "remove"
>;

interface NewBarsParts extends Omit<StemKeeperParts, "stems"> {
  readonly newBars: NewBarsStore;
}

/**
 * Returns a keeper that stores new bars of a take while they are recorded, in place of those of an
 * earlier try. If the page closes, `PunchSession.prepare` joins them in the next one.
 */
export function keepNewBars(
  { newBars, onStoreFailure, now }: NewBarsParts,
  takeId: string,
  place: Pick<NewBarsInfo, "plan" | "timingMs">,
): StemKeeper {
  const stems: StemKeeperParts["stems"] = {
    begin: async (id, info, createdAt) => {
      await newBars.remove(id);
      return newBars.begin(id, { ...info, ...place }, createdAt);
    },
    append: (id, index, block) => newBars.append(id, index, block),
    remove: (id) => newBars.remove(id),
  };
  return new StemKeeper({ stems, onStoreFailure, now }, { id: takeId });
}
