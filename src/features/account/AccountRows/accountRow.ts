/** The rows of the account page, from top to bottom, as the address names them. */
export const ACCOUNT_ROWS = [
  "email",
  "password",
  "sessions",
  "mails",
  "bell",
  "rooms",
  "blocked",
  "export",
  "leave",
] as const;

export type AccountRow = (typeof ACCOUNT_ROWS)[number];
