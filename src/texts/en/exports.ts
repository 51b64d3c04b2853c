/** Texts about exports. Loaded with the pages that show them. */
export const exports = {
  title: "Take everything with you",
  intro:
    "One ZIP file with your beats, verses, words, votes and reports: audio files, texts, tables, and a page that plays them without a connection.",
  prepare: "Prepare my export",
  prepareAgain: "Prepare a new export",
  preparing: "Preparing your export. You can leave this page.",
  progress: (read: number, all: number) => `${read} of ${all} sounds`,
  ready: (size: string, until: string) =>
    `Your export is ready: ${size}. You can download it until ${until}.`,
  expired: "Your export has expired.",
  download: "Download",
  downloading: (percent: number) =>
    `${percent} % downloaded. Keep this page open.`,
  loadFailed: "Your export could not be loaded.",
  failed: "Error preparing your export. Please try again.",
  downloadFailed: "Error downloading your export. Please try again.",
  changed:
    "Something in this export was deleted since. Please prepare a new one.",
};
