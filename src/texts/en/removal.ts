export const removal = {
  beat: {
    title: "Delete this beat?",
    text: (title: string) =>
      `“${title}” will be deleted permanently, along with all its verses, their votes and every audio file.`,
    textWithVerses: (title: string, count: number, people: number) =>
      `“${title}” will be deleted permanently, along with ${versesOf(count, people)}, their votes and every audio file.`,
    told: "We tell their rappers. They can save their verses for seven days.",
    confirm: "Delete beat and verses",
    failed: "Error deleting beat. Please try again.",
  },
  verse: {
    title: "Delete this verse?",
    text: (rapper: string, beat: string) =>
      `${rapper}'s verse on "${beat}" will be deleted permanently, along with its votes and its audio file.`,
    told: (rapper: string) =>
      `We tell ${rapper}, who can save the verse for seven days.`,
    confirm: "Delete verse",
    failed: "Error deleting verse",
  },
};

/** Returns, for example, "all 3 verses by 2 people". */
function versesOf(count: number, people: number): string {
  const verses = count === 1 ? "1 verse" : `all ${count} verses`;
  return `${verses} by ${people === 1 ? "1 person" : `${people} people`}`;
}
