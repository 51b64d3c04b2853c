import { DAY_MS, HOUR_MS, MINUTE_MS } from "./limits.ts";

/**
 * Mails with a link, which anyone can have sent to anyone: to one mailbox, to
 * all of a domain that is not one of the large providers, and from this site.
 */
const MAILS = { mailbox: 10, domain: 500, site: 3000 };

/**
 * Attempts allowed per period, for one account and for one address of origin.
 * An environment variable can override each number; "off" disables that limit.
 * The origin limits are high enough for thirty people behind one address to
 * join within a minute. `youngAccount` is for accounts of less than a day.
 */
export const LIMITS = {
  signIn: { periodMs: 10 * MINUTE_MS, account: 10, origin: 300 },
  renew: { periodMs: DAY_MS, account: 1000, origin: 500_000 }, // "account" is one session
  signUp: { periodMs: 10 * MINUTE_MS, account: 5, origin: 150 },
  mail: { periodMs: HOUR_MS, account: 5, origin: 150, ...MAILS },
  reset: { periodMs: HOUR_MS, account: 10, origin: 150 },
  password: { periodMs: 10 * MINUTE_MS, account: 10, origin: 300 },
  settings: { periodMs: HOUR_MS, account: 120, origin: 1200 },
  upload: { periodMs: HOUR_MS, account: 60, origin: 600 },
  // MiB that accounts of less than a day announce, from one address and all
  // together.
  youngUpload: { periodMs: DAY_MS, origin: 4096, site: 20_480 },
  piece: { periodMs: HOUR_MS, account: 2000, origin: 20_000 },
  join: { periodMs: HOUR_MS, account: 120, origin: 1200 },
  publish: { periodMs: HOUR_MS, account: 60, youngAccount: 20, origin: 600 },
  edit: { periodMs: 10 * MINUTE_MS, account: 60, origin: 600 },
  // marking notices and rows of the bell as read
  read: { periodMs: MINUTE_MS, account: 60, origin: 2400 },
  code: { periodMs: HOUR_MS, origin: 1800 }, // mailed codes, right or wrong
  leave: { periodMs: 10 * MINUTE_MS, account: 10, origin: 150 },
  vote: { periodMs: MINUTE_MS, account: 120, youngAccount: 60, origin: 24_000 },
  report: { periodMs: HOUR_MS, account: 20, youngAccount: 5, origin: 300 },
  block: { periodMs: HOUR_MS, account: 100, origin: 1000 },
  follow: { periodMs: HOUR_MS, account: 30, youngAccount: 10, origin: 3000 },
  listen: { periodMs: MINUTE_MS, account: 6 }, // further listens are not counted
  // Counted listens of a day; of one item, those from one "mailbox".
  hear: { periodMs: DAY_MS, account: 300, youngAccount: 60, mailbox: 1 },
  ring: { periodMs: DAY_MS, account: 10 }, // "account" is a pair of people
  cypher: { periodMs: HOUR_MS, account: 6, youngAccount: 1, origin: 600 },
  // taking, passing or waiting for a mic, and joining or leaving its line
  mic: { periodMs: HOUR_MS, account: 30, origin: 3000 },
  here: { periodMs: MINUTE_MS, account: 45 }, // a tab that says it is still in a live cypher
  micMail: { periodMs: 20 * MINUTE_MS, account: 1 }, // "account" is a pair of cypher and person
  moderate: { periodMs: MINUTE_MS, account: 120, origin: 600 },
  appeal: { periodMs: HOUR_MS, account: 20, origin: 150 },
  claim: { periodMs: HOUR_MS, account: 5, origin: 20 },
  words: { periodMs: 10 * MINUTE_MS, account: 300, origin: 6000 },
  preview: { periodMs: HOUR_MS, account: 20, origin: 1200 }, // "account" is a beat or verse
} as const;

export type LimitedAct = keyof typeof LIMITS;
export const LIMITED_ACTS = Object.keys(LIMITS) as LimitedAct[]; // the object's own keys
export type LimitScope =
  "account" | "youngAccount" | "origin" | keyof typeof MAILS;

/**
 * Names the variable that overrides a limit, such as LIMIT_SIGN_IN_PER_ACCOUNT.
 */
export function limitVariable(act: LimitedAct, scope: LimitScope): string {
  const name = `${act}_PER_${scope}`;
  const words = name.replace(/([a-z])([A-Z])/g, "$1_$2");
  return `LIMIT_${words}`.toUpperCase();
}

/** Every variable that overrides a limit. `npm start` refuses others. */
export const LIMIT_VARIABLES: ReadonlySet<string> = new Set([
  "LIMIT_STORAGE_PER_ACCOUNT", // see model/storageUse.ts
  ...LIMITED_ACTS.flatMap((act) =>
    Object.keys(LIMITS[act])
      .filter((key) => key !== "periodMs")
      .map((scope) => limitVariable(act, scope as LimitScope)),
  ),
]);
