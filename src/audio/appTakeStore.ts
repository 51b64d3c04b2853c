import { TakeStore } from "./takeStore";

/** The unsent takes of this browser. */
export const appTakeStore = new TakeStore();
