export const common = {
  appName: "Gully Cypher",
  loading: "Loading",
  cancel: "Cancel",
  close: "Close",
  tryAgain: "Try again",
  viewerFailed: "Error fetching user profile",
  unknownError: "An unknown error occurred.",
  somethingBroke: "Something went wrong. Please reload the page.",
  reload: "Reload",
  roles: {
    producer: "Producer",
    rapper: "Rapper",
    producer_rapper: "Producer & Rapper",
    listener: "Listener",
  },
  /** A state's name for people; the server keeps the English one. */
  stateName: (state: string) => state,
  pagination: {
    label: "Pages",
    previous: "Previous",
    next: "Next",
    page: (page: number) => `Page ${page}`,
  },
};
