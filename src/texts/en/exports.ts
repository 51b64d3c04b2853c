/** Texts about exports. Loaded with the pages that show them. */
export const exports = {
  title: "Take everything with you",
  intro:
    "One ZIP file with your beats, verses, words, votes and reports. It also says whom you follow and what you heard first. It holds the audio files, texts and tables, and a page that plays everything offline.",
  start: "Download everything",
  busy: "Your ZIP is being made. Keep this page open. After a lost connection it goes on by itself.",
  progress: "Progress of your ZIP",
  cancel: "Cancel",
  saved: (size: string) =>
    `Your ZIP is complete: ${size}. The browser saves it as gully-cypher.zip.`,
  saveAgain: "Save again",
  leave: "Your ZIP is not complete yet. Leave and stop it?",
  failed: "Error downloading your export. Please try again.",
  noRoom: (size: string) =>
    `This device has too little free space. Your export needs ${size}.`,
  /** Texts of the index page in the ZIP. */
  page: {
    heading: (name: string) => `${name} on Gully Cypher`,
    intro:
      'Everything you made here. The tables next to this page hold the rest: open the CSV files in a spreadsheet, or the JSON files in a program. The folder "words" has what you wrote as text files, drafts too.',
    words: "Words",
    missing: "These sounds were deleted while the ZIP was being made:",
  },
};
