/** Checks the name only; the server also inspects the contents. */
export const isBeatFileName = (fileName: string) =>
  /\.(mp3|wav)$/i.test(fileName.trim());
