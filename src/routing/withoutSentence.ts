/**
 * Matches the id of a beat, verse, cypher or profile, and the text that followed the link in its
 * sentence.
 */
const IN_SENTENCE =
  /((?:^\/(?:beats|cyphers|profile)\/|^#verse-)[a-z0-9]{31,37})[^a-z0-9/].*/;

/**
 * Returns the path or the fragment of a pasted link without the text of the sentence that followed
 * it.
 */
export const withoutSentence = (part: string): string =>
  part.replace(IN_SENTENCE, "$1");

/** Cleans the address that this page was opened with. */
export function cleanAddress(): void {
  const { pathname, search, hash } = window.location;
  const path = withoutSentence(pathname);
  const clean = path + search + withoutSentence(hash);
  if (clean !== pathname + search + hash) {
    window.history.replaceState(window.history.state, "", clean);
  }
}
