/**
 * Converts a bound on `by_id` keys into a bound on plain ids. `by_id` has no
 * index entries of its own: it reads the (table_number, id) index of the
 * documents table.
 *
 * A key is the type tag of strings, the id and two zero bytes. A bound may stop
 * before the zeros or continue after them.
 */
import { encodeKey } from "../values/keys.ts";

const TAG_OF_STRINGS = encodeKey("").charAt(0);
/** An id with this appended sorts after the id itself and before any longer id. */
const JUST_AFTER = " ";
const ABOVE_ALL_IDS = "~";

/** Returns a text that compares with ids as `key` compares with their keys. */
export function documentIdBound(key: string): string {
  if (key === "" || key.charAt(0) < TAG_OF_STRINGS) return "";
  if (key.charAt(0) > TAG_OF_STRINGS) return ABOVE_ALL_IDS;
  const end = key.indexOf("\x00");
  if (end < 0) return asText(key.slice(1));
  const id = asText(key.slice(1, end));
  return key.length > end + 2 ? id + JUST_AFTER : id;
}

/** Ids are ASCII. A bound may hold other bytes, which sort above every id. */
function asText(bytes: string): string {
  return bytes.replace(/[\x80-\xff][\s\S]*$/, ABOVE_ALL_IDS);
}
