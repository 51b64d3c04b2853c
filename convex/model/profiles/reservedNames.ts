import { looksOf } from "./looksOf";

/** Somebody with one of these names would seem to speak for the people who run the site. */
const RESERVED = [
  "admin",
  "administrator",
  "moderator",
  "moderators",
  "official",
  "staff",
  "support",
  "एडमिन",
  "मॉडरेटर",
];
/** No username contains one of these. */
const OWN_NAMES = ["gullycypher", "गलीसाइफ़र"];
const SEPARATORS = /[._-]/g;

interface Looks {
  readonly reserved: ReadonlySet<string>;
  readonly ownNames: readonly string[];
}

/**
 * Kept once computed, because computing it takes ten times as long as checking
 * a name.
 */
let kept: Looks | null = null;

const looksKept = (): Looks =>
  (kept ??= {
    reserved: new Set(RESERVED.flatMap(looksOf)),
    ownNames: OWN_NAMES.flatMap(looksOf),
  });

/**
 * Returns whether a username looks like a reserved one, ignoring separators
 * between letters.
 */
export function isReserved(username: string): boolean {
  const { reserved, ownNames } = looksKept();
  return looksOf(username.replace(SEPARATORS, "")).some(
    (look) =>
      reserved.has(look) || ownNames.some((name) => look.includes(name)),
  );
}
