import type { NoticeKind } from "../../shared/leaving";
import { type Mail, type Wording, writeMail } from "../accounts/composeMail";

export interface NoticeArgs {
  siteUrl: string;
  supportEmail: string | null;
  username: string;
  dueAt: number;
}

const PATHS: Record<NoticeKind, string> = {
  leaving: "/login",
  versesGo: "/home",
};

const wordings = (day: string): Record<NoticeKind, Wording> => ({
  leaving: {
    subject: "Your Gully Cypher account will be deleted",
    lead: `You asked to delete your Gully Cypher account. It will be deleted on ${day}, with everything in it.`,
    action: "Sign in to keep it",
    after:
      "If you still want to go, you need not do anything. If it was not you, sign in and change your password.",
  },
  versesGo: {
    subject: "Save your verses before they go",
    lead: `A producer whose beats you rapped on deletes their account. Their beats will go on ${day}, and your verses on them too. Save your verses before that day.`,
    action: "Save my verses",
    after:
      "The app shows you these verses with a button to save each. If the producer stays after all, nothing goes.",
  },
});

/** Writes the mail for a notice about a departure. */
export function composeNotice(kind: NoticeKind, args: NoticeArgs): Mail {
  const day = new Date(args.dueAt).toLocaleDateString("en-GB", {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "Asia/Kolkata",
  });
  const link = new URL(PATHS[kind], args.siteUrl).toString();
  return writeMail(wordings(day)[kind], link, args);
}
