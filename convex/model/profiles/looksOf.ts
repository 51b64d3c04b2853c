import { foldUsername } from "../../shared/usernames";
import { CONFUSABLES } from "./confusables.table";

/** Characters that render as nothing. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * Computes the skeleton from UTS 39. Two texts with equal skeletons look alike.
 */
function skeleton(text: string): string {
  const visible = text.normalize("NFD").replace(INVISIBLE, "");
  const letters = Array.from(visible, (character) => prototypeOf(character));
  return letters.join("").normalize("NFD");
}

/** Returns what a character looks like: itself, unless Unicode's table has it. */
function prototypeOf(character: string): string {
  const at = CONFUSABLES.indexOf(`${character}\n`);
  if (at === -1) return character;
  const start = at + character.length + 1;
  return CONFUSABLES.slice(start, CONFUSABLES.indexOf("\t", start));
}

/**
 * Returns the canonical looks of a username: as written, in lower case and in
 * upper case, because case does not distinguish usernames. Two usernames are
 * confusable if they share a look. For example ADMlN, written with a small L,
 * shares a look with "admin".
 */
export function looksOf(username: string): string[] {
  const folded = foldUsername(username);
  const written = [username, folded, folded.toUpperCase()];
  const looks = written.map((text) => skeleton(foldUsername(skeleton(text))));
  return [...new Set(looks)];
}
