/**
 * A bound on keys of ids as a bound on the ids themselves, for the scan by id
 * that reads the documents' own index. A key of an id is its tag, the id and
 * two zeros; a bound may also end early or go on after the zeros.
 */
import { encodeKey } from "../values/keys.ts";

const TAG_OF_STRINGS = encodeKey("").charAt(0);
/** Sorts after an id itself and before every longer one. */
const JUST_AFTER = " ";
const ABOVE_ALL_IDS = "~";

export function documentIdBound(key: string): string {
  if (key === "" || key.charAt(0) < TAG_OF_STRINGS) return "";
  if (key.charAt(0) > TAG_OF_STRINGS) return ABOVE_ALL_IDS;
  const end = key.indexOf("\x00");
  if (end < 0) return asText(key.slice(1));
  const id = asText(key.slice(1, end));
  return key.length > end + 2 ? id + JUST_AFTER : id;
}

/** Bytes above ASCII occur in no id, but may occur in a bound. */
function asText(bytes: string): string {
  return bytes.replace(/[\x80-\xff][\s\S]*$/, ABOVE_ALL_IDS);
}
