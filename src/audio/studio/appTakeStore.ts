import { StemStore } from "../store/stemStore";
import { TakeStore } from "../store/takeStore";
import type { NewBarsInfo } from "./punch/newBars";

/** The voice tracks of unsent takes. */
export const appStemStore = new StemStore("gully-stems");

/** Bars of unsent takes that were recorded again, until they are joined. */
export const appNewBarsStore = new StemStore<NewBarsInfo>("gully-new-bars");

/** The unsent takes in this browser. */
export const appTakeStore = new TakeStore(appStemStore, appNewBarsStore);
