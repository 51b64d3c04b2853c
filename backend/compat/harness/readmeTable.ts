const BEGIN = "<!-- npm run compat -- --write: begin -->";
const END = "<!-- npm run compat -- --write: end -->";

/**
 * Returns the text with these lines between its two markers.
 *
 * @throws Error if a marker is missing
 */
export function withTable(text: string, lines: readonly string[]): string {
  const begin = text.indexOf(BEGIN);
  const end = text.indexOf(END, begin);
  if (begin < 0 || end < 0) {
    throw new Error(`The markers ${BEGIN} and ${END} are missing.`);
  }
  const head = text.slice(0, begin + BEGIN.length);
  return `${head}\n\n${lines.join("\n")}\n\n${text.slice(end)}`;
}
