import { MESSAGES } from "../../../convex/shared/messages";

/** What the server refuses, by code. In English the server's own message is shown, which may say more. */
export const errors = {
  byCode: MESSAGES as Record<string, string>, // looked up by codes that come over the wire
  rateLimited: (minutes: number) =>
    `Too many attempts. Please try again in ${minutes} min.`,
};
