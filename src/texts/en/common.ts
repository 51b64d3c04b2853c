import { noConnection } from "./noConnection";

export const common = {
  appName: "Gully Cypher",
  loading: "Loading",
  /** On a mark beside what happens now. */
  live: "LIVE",
  cancel: "Cancel",
  close: "Close",
  tryAgain: "Try again",
  viewerFailed: "Error fetching user profile",
  somethingBroke: "Something went wrong. Please reload the page.",
  noConnection,
  partFailed:
    "This part could not be loaded. Check your connection, or reload the page.",
  reload: "Reload",
  languageFailed:
    "The language could not be changed. Check your connection and try again.",
  roles: {
    producer: "Producer",
    rapper: "Rapper",
    producer_rapper: "Producer & Rapper",
    listener: "Listener",
  },
  /** Display name of a state. The server stores the English name. */
  stateName: (state: string) => state,
  pagination: {
    label: "Pages",
    previous: "Previous",
    next: "Next",
    page: (page: number) => `Page ${page}`,
  },
};
