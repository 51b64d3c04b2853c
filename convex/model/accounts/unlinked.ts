/**
 * Characters by which mail programs recognise an address: dots of any script,
 * and signs of a URL.
 */
const SIGNS = /[.\u3002\uFF0E\uFF61:/@]/g;

/**
 * Returns a name or title for a mail. Invisible word joiners keep mail programs
 * from making a link of a name such as "prize.example".
 */
export const unlinked = (text: string): string =>
  text.replace(SIGNS, "\u2060$&\u2060");
