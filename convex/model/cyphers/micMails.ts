/**
 * Mails about mics: that a mic is free, for those who asked for a mail, and
 * that a live cypher starts soon, for the people in its line.
 */
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../shared/limits";
import { INDIA_MS, timeInIndia } from "../../shared/timeInIndia";
import type { Language } from "../../shared/validators";
import {
  type Mail,
  type MailArgs,
  type Wording,
  writeMail,
} from "../accounts/composeMail";
import { saveSettings } from "../accounts/settings";
import { unlinked } from "../accounts/unlinked";
import type { WriteCtx } from "../contexts";

const DAY_FROM_MS = 8 * HOUR_MS;
const DAY_TO_MS = 22 * HOUR_MS;

/**
 * Returns how long a mail waits, in ms, so that no phone rings at night in
 * India.
 */
export function untilDayMs(now: number): number {
  const timeMs = (now + INDIA_MS) % DAY_MS;
  if (timeMs >= DAY_FROM_MS && timeMs < DAY_TO_MS) return 0;
  return (DAY_FROM_MS - timeMs + DAY_MS) % DAY_MS;
}

/**
 * Like `untilDayMs`, but spreads the mails that have waited for the day over 15
 * minutes. `share` is from 0 to 1.
 */
export function untilMailMs(now: number, share: number): number {
  const waitMs = untilDayMs(now);
  return waitMs === 0 ? 0 : waitMs + share * 15 * MINUTE_MS;
}

/** Turns these mails off for a person, if the account still exists. */
export async function stopMicMails(ctx: WriteCtx, text: string) {
  const userId = ctx.db.normalizeId("users", text);
  const user = userId && (await ctx.db.get("users", userId));
  if (user) await saveSettings(ctx, user._id, { wantsMicMails: false });
}

/** Plans the mail about a free mic, which is sent by day. */
export const planMail = (
  ctx: WriteCtx,
  cypherId: Id<"cyphers">,
  userId: Id<"users">,
) => {
  const waitMs = untilMailMs(Date.now(), Math.random());
  const mail = { cypherId, userId, attempt: 1 };
  return ctx.scheduler.runAfter(waitMs, internal.mail.sendMicFree, mail);
};

/**
 * Plans the mail about the start of a cypher. It has to come before the start,
 * so it is sent at night too.
 */
export const planReminder = (
  ctx: WriteCtx,
  cypherId: Id<"cyphers">,
  userId: Id<"users">,
) => {
  const mail = { cypherId, userId, attempt: 1 };
  return ctx.scheduler.runAfter(0, internal.mail.sendStart, mail);
};

interface MicMailArgs extends Omit<MailArgs, "code" | "device"> {
  title: string;
  /** When the cypher starts; null if the mail says that its mic is free. */
  startsAt: number | null;
  cypherId: string;
  /** Where these mails can be stopped without signing in. */
  stopUrl: string;
}

interface Texts {
  subject: string;
  lead: (title: string) => string;
  /**
   * `time` is in Indian time, because the site does not know the person's time
   * zone.
   */
  startSubject: (time: string) => string;
  startLead: (title: string, time: string) => string;
  action: string;
  after: (stopUrl: string) => string;
  startAfter: (stopUrl: string) => string;
}

const TEXTS: Record<Language, Texts> = {
  en: {
    subject: "The mic is free",
    lead: (title) => `The mic is free in the cypher on "${title}".`,
    startSubject: (time) => `Your cypher starts at ${time}`,
    startLead: (title, time) => `The cypher on "${title}" starts at ${time}.`,
    action: "Go to the cypher",
    after: (stopUrl) =>
      `You asked for this mail, and it comes once. No more mails about mics: ${stopUrl}`,
    startAfter: (stopUrl) =>
      `You are in line there. No more mails about mics: ${stopUrl}`,
  },
  hi: {
    subject: "माइक ख़ाली है",
    lead: (title) => `"${title}" वाले साइफ़र का माइक ख़ाली है।`,
    startSubject: (time) => `आपका साइफ़र ${time} शुरू होगा`,
    startLead: (title, time) => `"${title}" वाला साइफ़र ${time} शुरू होगा।`,
    action: "साइफ़र पर जाएँ",
    after: (stopUrl) =>
      `यह ईमेल आपने माँगा था, और एक ही बार आता है। माइक के ईमेल बंद करें: ${stopUrl}`,
    startAfter: (stopUrl) => `आप वहाँ लाइन में हैं। माइक के ईमेल बंद करें: ${stopUrl}`,
  },
};

function wordsOf({ title, startsAt, stopUrl, language }: MicMailArgs): Wording {
  const t = TEXTS[language];
  const { action } = t;
  const beat = unlinked(title);
  if (startsAt === null)
    return {
      subject: t.subject,
      lead: t.lead(beat),
      action,
      after: t.after(stopUrl),
    };
  const time = timeInIndia(startsAt, language);
  return {
    subject: t.startSubject(time),
    lead: t.startLead(beat, time),
    action,
    after: t.startAfter(stopUrl),
  };
}

/**
 * The headers let mail programs show a button of their own that stops such
 * mails (RFC 8058).
 */
export function composeMicMail(args: MicMailArgs): Mail {
  const { cypherId, stopUrl, siteUrl } = args;
  const link = new URL(`/cyphers/${cypherId}`, siteUrl).toString();
  return {
    ...writeMail(wordsOf(args), link, args),
    headers: {
      "List-Unsubscribe": `<${stopUrl}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  };
}
