export const beats = {
  by: "by",
  bpm: (bpm: number) => `${bpm} BPM`,
  tags: "Tags",
  /** A genre's name for people; the server keeps the English one. */
  genreName: (genre: string) => genre,
  notFound: "Beat not found",
  notFoundHint: "It may have been deleted by its producer.",
  toHome: "Back to the cypher",
  loadFailed: "Error fetching beat details",
  verses: "Verses",
  versesCount: (count: number, limit: number) => `${count} of ${limit} verses`,
  noVerses: "No verses found",
  noVersesHint: "The first verse on this beat is still to come.",
  versesFailed: "Error fetching verses",
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
      `“${title}” goes for good, and with it all its verses, every vote on them and every audio file.`,
    textWithVerses: (title: string, count: number) =>
      count === 1
        ? `“${title}” goes for good, and with it 1 verse, every vote on them and every audio file.`
        : `“${title}” goes for good, and with it all ${count} verses, every vote on them and every audio file.`,
    confirm: "Delete beat and verses",
    failed: "Error deleting beat. Please try again.",
  },
};
