export const verses = {
  words: "Words",
  /** Example: on Meera's beat "Monsoon". */
  onBeat: (producer: string, title: string) =>
    `on ${producer}'s beat "${title}"`,
  trackTitle: (rapper: string, beat: string) => `${rapper} on "${beat}"`,
  answer: "Answer",
  answerTo: (rapper: string) => `Answer the verse by ${rapper}`,
  answers: (rapper: string) => `answers ${rapper}`,
  answersDeleted: "answers a deleted verse",
  fromCypher: "from a cypher",
  answerCount: (count: number) =>
    count === 1 ? "1 answer" : `${count} answers`,
  /** The text with which rappers share their own verse. */
  answerMe: (title: string, url: string) =>
    `I rapped on "${title}". Answer me: ${url}`,
  more: (rapper: string) => `More for the verse by ${rapper}`,
  remove: (rapper: string) => `Delete verse by ${rapper}`,
};
