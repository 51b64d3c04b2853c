const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;
const MAX_EMAIL_LENGTH = 254;

/** One account per mailbox: every address passes here before anything else. */
export const normalizeEmail = (input: string) => input.trim().toLowerCase();

export const isEmail = (email: string) =>
  email.length <= MAX_EMAIL_LENGTH && EMAIL.test(email);
