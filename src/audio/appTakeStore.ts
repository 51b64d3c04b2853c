import { StemStore } from "./stemStore";
import { TakeStore } from "./takeStore";

export const appStemStore = new StemStore();

/** The unsent takes of this browser. */
export const appTakeStore = new TakeStore(appStemStore);
