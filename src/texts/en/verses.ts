export const verses = {
  words: "Words",
  /** Example: on Meera's beat "Monsoon". */
  onBeat: (producer: string, title: string) =>
    `on ${producer}'s beat "${title}"`,
  trackTitle: (rapper: string, beat: string) => `${rapper} on "${beat}"`,
  remove: (rapper: string) => `Delete verse by ${rapper}`,
};
