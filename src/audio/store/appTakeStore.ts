import { StemStore } from "./stemStore";
import { TakeStore } from "./takeStore";

/** The voice tracks of unsent takes. */
export const appStemStore = new StemStore();

/** The unsent takes in this browser. */
export const appTakeStore = new TakeStore(appStemStore);
