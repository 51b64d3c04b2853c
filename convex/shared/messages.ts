import { FIRST_MESSAGES } from "./firstMessages.ts";

/** Every error a person can see, by code, with the exact text on the screen. */
export const MESSAGES = {
  ...FIRST_MESSAGES,
  NOT_SIGNED_IN: "User not authenticated",
  NOT_SIGNED_IN_FOR_UPLOAD: "User not authenticated for file upload.",
  EMAIL_NOT_CONFIRMED: "Your email is not confirmed. Please check your inbox.",
  PROFILE_MISSING: "Profile not found",
  PROFILE_EXISTS: "You already have a profile.",
  INVALID_CREDENTIALS: "Invalid email or password.",
  EMAIL_REQUIRED: "Email is required.",
  EMAIL_INVALID: "Please enter a valid email address.",
  EMAIL_UNREACHABLE:
    "Our mail server cannot reach addresses with these letters before the @. Please use one with a to z.",
  EMAIL_TAKEN:
    "An account with this email already exists. Please try a different email or sign in to your existing account.",
  EMAIL_MISSING: "No email found for your account. Please log in again.",
  PASSWORD_REQUIRED: "Password is required.",
  PASSWORD_TOO_SHORT: "Password must be at least 6 characters long.",
  PASSWORD_TOO_LONG: "Password must be at most 200 characters long.",
  PASSWORD_COMMON:
    "This password is too easy to guess. Please choose another one.",
  PASSWORD_IS_NAME: "Your password must not be your username or your email.",
  EMAIL_SAME: "This is already the email of your account.",
  SESSION_ENDED: "This session has already ended.",
  PASSWORD_WRONG: "That is not your password.",
  SIGN_UP_FAILED: "Error creating account. Please try again.",
  RESET_LINK_INVALID:
    "Invalid or expired reset link. Please request a new password reset.",
  USERNAME_REQUIRED: "Username is required.",
  USERNAME_INVALID:
    "Usernames have 2 to 30 characters: letters, digits, dot, underscore and hyphen.",
  USERNAME_TAKEN:
    "This username is already taken. Please choose a different username.",
  ROLE_REQUIRED: "Please select a role",
  STATE_REQUIRED: "Please select your state",
  INSTAGRAM_INVALID: "Enter an Instagram handle or an instagram.com link.",
  YOUTUBE_INVALID: "Enter a YouTube handle or a youtube.com link.",
  BIO_TOO_LONG: "The bio can have at most 500 characters.",
  NOT_THE_OWNER: "You can only edit your own profile.",
  ONLY_PRODUCERS_UPLOAD: "Only producers can upload beats.",
  CANNOT_VOTE_SELF: "You cannot vote for your own work.",
  NOT_THE_PRODUCER: "Only the producer can update verses count",
  CANNOT_CHANGE_TERMS: "Only the producer can change the terms of this beat.",
  CANNOT_SET_BARS: "Only the producer can set the bars of this beat.",
  CANNOT_DELETE_BEAT: "Only the producer can delete this beat.",
  CANNOT_DELETE_VERSE:
    "Only the rapper or the producer of the beat can delete this verse.",
  TITLE_REQUIRED: "Title is required.",
  TITLE_TOO_LONG: "The title can have at most 100 characters.",
  GENRE_REQUIRED: "Genre is required.",
  BPM_INVALID: "Please enter a valid BPM.",
  FIRST_BAR_INVALID: "The first bar must start within the beat.",
  KEY_INVALID: "Please choose a key from the list.",
  TOO_MANY_TAGS: "Maximum 5 tags allowed",
  TAG_TOO_LONG: "A tag can have at most 30 characters.",
  FILE_REQUIRED: "Please select a beat file to upload.",
  BEAT_FILE_INVALID: "Invalid file type. Only MP3 and WAV files are allowed.",
  BEAT_TOO_SHORT: "A beat must be at least 1 second long.",
  BEAT_TOO_LONG: "The beat must be at most 15 minutes long.",
  BEAT_FILE_ODD:
    "Some browsers cannot play this file. Please export it again in stereo, as MP3 or as WAV with 16 or 24 bits.",
  BEAT_FILE_JOINED:
    "This MP3 changes its sample rate or its channels, so browsers play only its first part. Please export it again in one piece.",
  BEAT_FILE_TOO_LARGE: "File is too large. Maximum size is 10MB.",
  VERSE_FILE_INVALID: "Invalid file type. This is not an audio recording.",
  VERSE_FILE_TOO_LARGE: "File is too large. Maximum size is 15MB.",
  VERSE_TOO_LONG: "A verse can be at most 5 minutes long.",
  FILE_NOT_FOUND: "The uploaded file was not found. Please upload it again.",
  PIECE_INVALID:
    "A part of the file did not arrive as it was sent. Please try again.",
  UPLOAD_INCOMPLETE:
    "Parts of the file have not arrived yet. Please try again.",
  UPLOAD_DAMAGED:
    "The file did not arrive as it was sent. Please upload it again.",
  STORAGE_FULL:
    "The storage of your account has no room for this. Please delete a beat or a verse that you no longer need.",
  DISK_FULL:
    "The server has no room for files at the moment. Please try again later, and tell whoever runs this site.",
  PEAKS_INVALID: "The waveform of this file is not valid.",
  LOUDNESS_INVALID: "The loudness of this file is not valid.",
  VERSE_NOT_FOUND: "Verse not found",
  ANSWER_SELF: "You cannot answer your own verse.",
  APART: "You cannot do this together with this person.",
  TURN_OVER: "Time was up and the mic moved on. Your take is kept.",
  TURN_LENGTH: "This take does not have the bars of this cypher.",
  LAST_PLACE: "The last place is for whoever has the mic.",
  CYPHER_OVER: "This cypher is over.",
  CYPHER_EXISTS: "There is a cypher on this beat already.",
  CYPHERS_TOO_MANY: "You have two cyphers going. End one first.",
  CYPHER_NO_ROOM: "This beat has no room for a cypher.",
  CYPHER_TIME: "Choose a time from 15 minutes to 14 days ahead.",
  CANNOT_OPEN_CYPHER:
    "Only rappers, and the producer of the beat, can start a cypher.",
  CANNOT_END_CYPHER:
    "Only whoever started it, and the producer of the beat, can end a cypher.",
  BEAT_FILE_MISSING: "The beat cannot be loaded.",
  MIC_TAKEN: "Somebody was faster. The mic is taken.",
  MIC_TWICE: "You had the last verse. Somebody else goes first.",
  MIC_OTHER: "You have the mic in another cypher. Put it down first.",
  MIC_MISSED: "You had the mic here for two whole turns without a verse.",
  LINE_FULL: "The line is full.",
  WISHES_FULL: "Many people wait for this mic already.",
  CANNOT_REPORT_SELF: "You cannot report yourself or your own work.",
  REPORT_EXISTS:
    "You have reported this already. You can follow it in your reports.",
  REPORT_TEXT_REQUIRED: "Please describe what is wrong.",
  REPORT_TEXT_TOO_LONG: "A report can have at most 2,000 characters.",
  CANNOT_BLOCK_SELF: "You cannot block yourself.",
  TOO_MANY_BLOCKS:
    "You can block at most 500 people. Please unblock someone first.",
  CANNOT_FOLLOW_SELF: "You cannot follow yourself.",
  NOT_AN_ARTIST: "Only artists can be followed.",
  FOLLOWS_FULL: "You follow 500 people. Unfollow somebody first.",
  SUSPENDED:
    "Your account is suspended. You can still read, and delete what is yours.",
  NOT_A_MODERATOR: "Only moderators can do this.",
  USER_NOT_FOUND: "There is no member with this username.",
  CASE_NOT_FOUND: "There is no such case.",
  CASE_DECIDED: "This case has already been decided.",
  CASE_BEING_DECIDED: "A decision about this item is being carried out.",
  OWN_CONTENT: "You cannot decide about your own content.",
  OWN_REPORT: "You cannot decide about your own report.",
  OWN_DECISION:
    "You made the decision that this appeal is about. Another moderator decides it.",
  DECISION_UNFIT: "This decision does not fit this case.",
  UNDO_TOO_LATE: "This decision can no longer be undone.",
  NOTE_TOO_LONG: "The note can have at most 500 characters.",
  DECISION_NOT_FOUND: "There is no such decision about you.",
  NOT_APPEALABLE: "This decision cannot be appealed.",
  APPEALED_ALREADY: "You have already appealed against this decision.",
  APPEAL_REQUIRED: "Please write why the decision is wrong.",
  APPEAL_TOO_LONG: "An appeal can have at most 1000 characters.",
  CLAIM_NAME_REQUIRED: "Your name is required.",
  CLAIM_NAME_TOO_LONG: "The name can have at most 100 characters.",
  CLAIM_LINK_INVALID: "Please paste the link of a beat or verse on this site.",
  CLAIM_ITEM_NOT_FOUND: "There is no such beat or verse. It may be gone.",
  CLAIM_WORK_REQUIRED: "Please describe your work.",
  CLAIM_PROOF_REQUIRED: "Please say how you can prove that it is yours.",
  CLAIM_SIGNATURE_REQUIRED: "Please sign with your full name.",
  CLAIM_TEXT_TOO_LONG: "This can have at most 1000 characters.",
  CLAIM_OWN_ITEM: "You uploaded this yourself. You can delete it there.",
  CLAIM_NOT_FOUND: "There is no such claim about your content.",
  CLAIM_DECIDED: "This claim has already been decided.",
  ANSWERED_ALREADY: "You have already answered this claim.",
  ANSWER_REQUIRED: "Please write an answer.",
  WORDS_TOO_LONG: "Your words can have at most 4,000 characters.",
  WORDS_PILED_UP: "Your words have too many marks on one letter.",
  WORDS_TOO_MANY_LINES: "Your words can have at most 500 lines.",
  WORDS_REQUIRED: "There are no words. You can withdraw them instead.",
  WORDS_NOT_FOUND: "This verse has no published words.",
  NOT_YOUR_WORDS: "Only the rapper can change the words of this verse.",
  TOO_MANY_WORD_DRAFTS:
    "Your account keeps words for at most 100 beats. These words stay on this device.",
  PAGE_INVALID: "There is no such page.",
  INPUT_TOO_LARGE: "That is more than can be sent at once.",
  SIGN_IN_CODE_NEEDED:
    "Somebody has tried to sign in to this account many times. If your entries are right, a code is on its way to your email: enter it here too.",
  SIGN_IN_CODE_WRONG:
    "This code is not right, or too old. Leave it empty to get another one.",
  RATE_LIMITED: "Too many attempts. Please try again in a moment.",
} as const;

export type ErrorCode = keyof typeof MESSAGES;

/**
 * Returns a text such as "Your account is suspended until 24 November 2026. You
 * can still read, and delete what is yours."
 */
export function suspendedText(until: number | null): string {
  const end =
    until === null
      ? "for good"
      : `until ${new Date(until).toLocaleString("en-IN", INDIAN_TIME)} (India)`;
  return `Your account is suspended ${end}. You can still read, and delete what is yours.`;
}

const INDIAN_TIME = {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "Asia/Kolkata",
} as const;

export const micTakenText = (holder: string) =>
  `Somebody was faster. ${holder} has the mic.`;

export const lastPlaceText = (holder: string) =>
  `The last place is for ${holder}, who has the mic.`;

export const turnLengthText = (bars: number) =>
  `This take does not have the ${bars} bars of this cypher.`;

/**
 * Returns a text such as "Too many attempts. Please try again in 2 minutes."
 */
export function waitText(retryAfterMs: number): string {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  const [count, unit] =
    seconds < 60
      ? [seconds, "second"]
      : seconds < 3600
        ? [Math.ceil(seconds / 60), "minute"]
        : [Math.ceil(seconds / 3600), "hour"];
  return `Too many attempts. Please try again in ${count} ${unit}${count === 1 ? "" : "s"}.`;
}
