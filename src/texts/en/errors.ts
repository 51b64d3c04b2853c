import { type ErrorCode, MESSAGES } from "../../../convex/shared/messages";

/**
 * Texts for the server's error codes. English shows the message that the server sent, which may be
 * more specific.
 */
export const errors = {
  byCode: MESSAGES as Record<ErrorCode, string>,
  suspendedUntil: (end: string) =>
    `Your account is suspended until ${end}. You can still read, and delete what is yours.`,
  suspendedForGood:
    "Your account is suspended for good. You can still read, and delete what is yours.",
  rateLimited: (minutes: number) =>
    `Too many attempts. Please try again in ${minutes} min.`,
};
