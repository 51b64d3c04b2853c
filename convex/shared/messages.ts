/** Every refusal a person can meet, by code: the exact text on the screen. */
export const MESSAGES = {
  NOT_SIGNED_IN: "User not authenticated",
  NOT_SIGNED_IN_FOR_UPLOAD: "User not authenticated for file upload.",
  EMAIL_NOT_CONFIRMED: "Your email is not confirmed. Please check your inbox.",
  PROFILE_MISSING: "Profile not found",
  PROFILE_EXISTS: "You already have a profile.",
  INVALID_CREDENTIALS: "Invalid email or password.",
  EMAIL_REQUIRED: "Email is required.",
  EMAIL_INVALID: "Please enter a valid email address.",
  EMAIL_TAKEN:
    "An account with this email already exists. Please try a different email or sign in to your existing account.",
  EMAIL_MISSING: "No email found for your account. Please log in again.",
  PASSWORD_REQUIRED: "Password is required.",
  PASSWORD_TOO_SHORT: "Password must be at least 6 characters long.",
  PASSWORD_TOO_LONG: "Password must be at most 200 characters long.",
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
  ONLY_RAPPERS_RECORD: "Only rappers can record verses.",
  ONLY_LISTENERS_VOTE: "Only listeners can vote.",
  NOT_THE_PRODUCER: "Only the producer can update verses count",
  CANNOT_DELETE_BEAT: "Only the producer can delete this beat.",
  CANNOT_DELETE_VERSE:
    "Only the rapper or the producer of the beat can delete this verse.",
  TITLE_REQUIRED: "Title is required.",
  TITLE_TOO_LONG: "The title can have at most 100 characters.",
  GENRE_REQUIRED: "Genre is required.",
  BPM_INVALID: "Please enter a valid BPM.",
  TOO_MANY_TAGS: "Maximum 5 tags allowed",
  TAG_TOO_LONG: "A tag can have at most 30 characters.",
  FILE_REQUIRED: "Please select a beat file to upload.",
  BEAT_FILE_INVALID: "Invalid file type. Only MP3 and WAV files are allowed.",
  BEAT_FILE_TOO_LARGE: "File is too large. Maximum size is 10MB.",
  VERSE_FILE_INVALID: "Invalid file type. This is not an audio recording.",
  VERSE_FILE_TOO_LARGE: "File is too large. Maximum size is 15MB.",
  VERSE_TOO_LONG: "A verse can be at most 5 minutes long.",
  FILE_NOT_FOUND: "The uploaded file was not found. Please upload it again.",
  PEAKS_INVALID: "The waveform of this file is not valid.",
  BEAT_NOT_FOUND: "Beat not found",
  VERSE_NOT_FOUND: "Verse not found",
  VERSE_LIMIT_REACHED: "Verse limit reached for this beat.",
  RATE_LIMITED: "Too many attempts. Please try again in a moment.",
} as const;

export type ErrorCode = keyof typeof MESSAGES;

/** The data of every error meant for a person. */
export interface AppErrorData {
  code: ErrorCode;
  message: string;
  /** With RATE_LIMITED: how long to wait. */
  retryAfterMs?: number;
}

export function isAppErrorData(data: unknown): data is AppErrorData {
  return (
    typeof data === "object" &&
    data !== null &&
    "code" in data &&
    typeof data.code === "string" &&
    Object.hasOwn(MESSAGES, data.code) &&
    "message" in data &&
    typeof data.message === "string"
  );
}

/** "Too many attempts. Please try again in 2 minutes." */
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
