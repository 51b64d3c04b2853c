import { StemStore } from "../../store/stemStore";
import { claimedTakeIds } from "../../store/takeClaims";
import { storedTakeIds } from "../../store/takeDatabase";
import { TakeStore } from "../../store/takeStore";
import type { NewBarsInfo } from "../punch/newBars";

/** Ids of the stored takes and of the takes that a tab has open, which may be only in memory. */
const appTakeIds = async () =>
  new Set([...(await claimedTakeIds()), ...(await storedTakeIds())]);

/** The voice tracks of takes. */
export const appStemStore = new StemStore("gully-stems", appTakeIds);

/** Bars of takes that were recorded again, until they are joined. */
export const appNewBarsStore = new StemStore<NewBarsInfo>(
  "gully-new-bars",
  appTakeIds,
);

/** The takes in this browser. */
export const appTakeStore = new TakeStore(appStemStore, appNewBarsStore);
