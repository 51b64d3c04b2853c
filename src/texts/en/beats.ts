export const beats = {
  by: "by",
  bpm: (bpm: number) => `${bpm} BPM`,
  tags: "Tags",
  /** Display name of a genre. The server stores the English name. */
  genreName: (genre: string) => genre,
  notFoundHint: "It may have been deleted by its producer.",
  toHome: "Back to the floor",
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
  remove: "Delete beat",
  setBars: "Set the bars",
};
