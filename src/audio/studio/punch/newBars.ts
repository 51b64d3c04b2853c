import type { PunchPlan } from "../../takeBars/punchPlan";
import type { StemInfo } from "../../store/stem";
import type { StemStore } from "../../store/stemStore";
import { StemWriter, type StemWriterParts } from "../storing/stemWriter";

/** Where bars that were recorded again belong in their take. */
export interface NewBarsInfo extends StemInfo {
  readonly plan: PunchPlan;
  /** How far the mix moved the voice of the take when the bars were marked, in ms. */
  readonly timingMs: number;
}

export type NewBarsStore = Pick<
  StemStore<NewBarsInfo>,
  "begin" | "append" | "load" | "remove"
>;

interface NewBarsParts extends Omit<StemWriterParts, "stems"> {
  readonly newBars: NewBarsStore;
}

/**
 * Returns a writer that stores new bars of a take while they are recorded, in place of the bars of
 * an earlier try. If the page closes, `PunchSession.prepare` joins the new bars with the take on
 * the next visit.
 */
export function writeNewBars(
  { newBars, onStoreFailure, now }: NewBarsParts,
  takeId: string,
  place: Pick<NewBarsInfo, "plan" | "timingMs">,
): StemWriter {
  const stems: StemWriterParts["stems"] = {
    begin: async (id, info, createdAt) => {
      await newBars.remove(id);
      return newBars.begin(id, { ...info, ...place }, createdAt);
    },
    append: (id, index, block) => newBars.append(id, index, block),
    remove: (id) => newBars.remove(id),
  };
  return new StemWriter({ stems, onStoreFailure, now }, { id: takeId });
}
