import { FIRST_MESSAGES } from "../../../convex/shared/firstMessages";
import type { ErrorCode } from "../../../convex/shared/messages";

type First = Record<keyof typeof FIRST_MESSAGES, string>;

/**
 * Texts for the server's error codes. English shows the message that the server sent, which may be
 * more specific; what a screen says by itself comes from `useErrorTexts`.
 */
export const errors = {
  byCode: FIRST_MESSAGES as First & Partial<Record<ErrorCode, string>>,
  suspendedUntil: (end: string) =>
    `Your account is suspended until ${end}. You can still read, and delete what is yours.`,
  suspendedForGood:
    "Your account is suspended for good. You can still read, and delete what is yours.",
  rateLimited: (minutes: number) =>
    `Too many attempts. Please try again in ${minutes} min.`,
};
