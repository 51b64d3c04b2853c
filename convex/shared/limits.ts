export const MEGABYTE = 1024 * 1024;
export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export const PAGE_SIZE = 3;
export const PAGE_WINDOW = 5;
export const MAX_PAGE = 1_000_000;
export const SEARCH_LIMIT = 20;
export const SEARCH_DEBOUNCE_MS = 300;

export const VERSES_LIMITS = [10, 15, 20] as const;
export type VersesLimit = (typeof VERSES_LIMITS)[number];
export const DEFAULT_VERSES_LIMIT: VersesLimit = 10;
export const MAX_VERSES_PER_BEAT = 20;

/** All beats are taken to be in four-four time. */
export const BEATS_IN_BAR = 4;
export const MAX_BIO_LENGTH = 500;
export const MIN_PASSWORD_LENGTH = 6;
export const MAX_PASSWORD_LENGTH = 200;

/** The quota, unless LIMIT_STORAGE_PER_ACCOUNT says otherwise. */
export const STORAGE_QUOTA_BYTES = 500 * MEGABYTE;
/** Accounts younger than this have smaller limits. */
export const YOUNG_ACCOUNT_MS = DAY_MS;

export const MIN_BEAT_MS = SECOND_MS;
export const MAX_BEAT_MS = 15 * MINUTE_MS;
export const MAX_BEAT_BYTES = 10 * MEGABYTE;
export const MAX_VERSE_BYTES = 15 * MEGABYTE;
export const MAX_VERSE_MS = 5 * MINUTE_MS;
export const MAX_PEAKS = 800;
export const MAX_PEAK = 255;

/** Time in which a moderator can undo a decision. */
export const UNDO_MS = 10 * SECOND_MS;
export const MAX_NOTE_LENGTH = 500;
export const MAX_APPEAL_LENGTH = 1000;
export const MAX_CLAIM_NAME_LENGTH = 100;
export const MAX_CLAIM_LINK_LENGTH = 500;
export const MAX_CLAIM_TEXT_LENGTH = 1000;

export const CONFIRM_CODE_MS = DAY_MS;
export const RESET_CODE_MS = HOUR_MS;
/** How long a mailed sign-in code works. */
export const SIGN_IN_CODE_MS = 15 * MINUTE_MS;
export const EMAIL_CHANGE_CODE_MS = DAY_MS;
/** How long the previous address can stop or undo a change of e-mail. */
export const EMAIL_STOP_CODE_MS = 7 * DAY_MS;
/** How long the link works that confirms a claim from its mailbox. */
export const CLAIM_CODE_MS = DAY_MS;
export const MAX_LISTED_SESSIONS = 50;
export const UNCLAIMED_UPLOAD_MS = DAY_MS;
/**
 * How long a young account can send the pieces of an upload; after that, the
 * browser announces the file again.
 */
export const YOUNG_UPLOAD_MS = 6 * HOUR_MS;
/** Time from the request to delete an account to its removal. */
export const DEPARTURE_MS = 7 * DAY_MS;
/** How long a rapper can save a verse that a producer has deleted. */
export const KEPT_VERSE_MS = 7 * DAY_MS;
/** Time from the sign-up to the removal of an account that nobody confirms. */
export const UNCONFIRMED_MS = 7 * DAY_MS;
/** How long an unconfirmed account keeps its name, whoever wants it. */
export const NAME_KEPT_MS = DAY_MS;
/**
 * How long an unconfirmed account keeps its name if somebody with a confirmed
 * address wants it.
 */
export const NAME_KEPT_FROM_CONFIRMED_MS = HOUR_MS;
/**
 * Once this many people have heard an item, it is no longer fresh, and counting
 * stops.
 */
export const MOST_HEARD = 10;
