export const verses = {
  words: "Words",
  /** Example: on Meera's beat "Monsoon". */
  onBeat: (producer: string, title: string) =>
    `on ${producer}'s beat "${title}"`,
  trackTitle: (rapper: string, beat: string) => `${rapper} on "${beat}"`,
  remove: {
    button: (rapper: string) => `Delete verse by ${rapper}`,
    title: "Delete this verse?",
    text: (rapper: string, beat: string) =>
      `${rapper}'s verse on "${beat}" will be deleted permanently, along with its votes and its audio file.`,
    confirm: "Delete verse",
    failed: "Error deleting verse",
  },
};
