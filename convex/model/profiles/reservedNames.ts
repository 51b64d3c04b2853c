import { looksOf } from "./looksOf";

/** Whoever had one of these would seem to speak for the people who run the site. */
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

/** Returns whether a username looks like a reserved one, whatever separates its letters. */
export function isReserved(username: string): boolean {
  const reserved = RESERVED.flatMap(looksOf);
  const ownNames = OWN_NAMES.flatMap(looksOf);
  return looksOf(username.replace(SEPARATORS, "")).some(
    (look) =>
      reserved.includes(look) || ownNames.some((name) => look.includes(name)),
  );
}
