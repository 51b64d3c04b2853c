export const common = {
  appName: "Gully Cypher",
  loading: "Loading",
  cancel: "Cancel",
  close: "Close",
  tryAgain: "Try again",
  unknownError: "An unknown error occurred.",
  somethingBroke: "Something went wrong. Please reload the page.",
  reload: "Reload",
  roles: {
    producer: "Producer",
    rapper: "Rapper",
    producer_rapper: "Producer & Rapper",
    listener: "Listener",
  },
  pagination: {
    label: "Pages",
    previous: "Previous",
    next: "Next",
    page: (page: number) => `Page ${page}`,
  },
};
