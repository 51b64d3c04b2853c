export const beats = {
  by: "by",
  bpm: (bpm: number) => `${bpm} BPM`,
  tags: "Tags",
  /** Display name of a genre. The server stores the English name. */
  genreName: (genre: string) => genre,
  notFoundHint: "It may have been deleted by its producer.",
  toHome: "Back to the cypher",
  loadFailed: "Error fetching beat details",
  verses: "Verses",
  versesCount: (count: number, limit: number) => `${count} of ${limit} verses`,
  noVerses: "No verses found",
  noVersesHint: "The first verse on this beat is still to come.",
  versesFailed: "Error fetching verses",
  writeWords: "Write words",
  limit: {
    label: "Verse limit",
    option: (count: number) => `${count} verses`,
    setByProducer: "Set by producer",
    failed: "Error updating verses count. Please try again.",
  },
  remove: {
    button: "Delete beat",
    title: "Delete this beat?",
    text: (title: string) =>
      `“${title}” will be deleted permanently, along with all its verses, their votes and every audio file.`,
    textWithVerses: (title: string, count: number) =>
      count === 1
        ? `“${title}” will be deleted permanently, along with 1 verse, their votes and every audio file.`
        : `“${title}” will be deleted permanently, along with all ${count} verses, their votes and every audio file.`,
    confirm: "Delete beat and verses",
    failed: "Error deleting beat. Please try again.",
  },
  setBars: "Set the bars",
};
