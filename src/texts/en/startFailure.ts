import { noConnection } from "./noConnection";

/** Kept apart from the app's texts, because it may be the app that could not be loaded. */
export const startFailure = {
  title: "The page could not be loaded",
  advice: "Check your connection.",
  noConnection,
  tryAgain: "Try again",
};
