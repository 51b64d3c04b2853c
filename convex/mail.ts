"use node";

import { v } from "convex/values";
import { createTransport } from "nodemailer";
import { internal } from "./_generated/api";
import type { ActionCtx } from "./_generated/server";
import { internalAction } from "./functions";
import {
  composeMail,
  composeSignInMail,
  type Mail,
} from "./model/accounts/composeMail";
import { claimCode } from "./model/cases/claimCode";
import { composeMicMail, untilMailMs } from "./model/cyphers/micMails";
import { stopUrl } from "./model/listen/stopMails";
import { composeDecisionMail } from "./model/moderation/decisionMail";
import { composeOutcomeMail } from "./model/moderation/outcomeMail";
import { composeNotice } from "./model/leaving/departures/composeNotice";
import { newCode, newShortCode } from "./model/accounts/newCode";
import { isUnicodeTaken } from "./model/accounts/isUnicodeTaken";
import { setting } from "./model/setting";
import { sha256 } from "./model/sha256";
import { type MicMail, micMailValidator } from "./shared/cyphers";
import { isMailable } from "./shared/email";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "./shared/limits";
import { noticeKindValidator } from "./shared/leaving";
import {
  codePurposeValidator,
  deviceNameValidator,
  noticeValidator,
} from "./shared/validators";

/** Delays before each retry when the mail server cannot be reached. */
const RETRY_AFTER_MS = [
  ...[10 * SECOND_MS, MINUTE_MS, 10 * MINUTE_MS],
  ...[HOUR_MS, 4 * HOUR_MS],
];

/**
 * Mails a person a link with a code. Creates the code here, so the plain code
 * exists only in the mail and the database stores its hash. Each retry creates
 * a new code. Does nothing if there is no longer anybody to mail.
 */
export const send = internalAction({
  args: {
    userId: v.id("users"),
    purpose: codePurposeValidator,
    emailChangeId: v.optional(v.id("emailChanges")),
    attempt: v.number(),
  },
  returns: v.null(),
  handler: async (ctx, { attempt, ...job }) => {
    const settings = mailSettings();
    const code = newCode();
    const kept = { ...job, codeHash: sha256(code) };
    const person = await ctx.runMutation(internal.account.keepCode, kept);
    if (person === null) return null;
    const mail = composeMail(job.purpose, { ...settings, ...person, code });
    const again = { ...job, attempt: attempt + 1 };
    const retry = (delayMs: number) =>
      ctx.scheduler.runAfter(delayMs, internal.mail.send, again);
    await deliver(settings, { email: person.email, mail, attempt, retry });
    return null;
  },
});

/** Mails the code that a browser needs to sign in. Creates it here, as `send` does. */
export const sendSignInCode = internalAction({
  args: { codeId: v.id("signInCodes"), attempt: v.number() },
  returns: v.null(),
  handler: async (ctx, { codeId, attempt }) => {
    const settings = mailSettings();
    const code = newShortCode();
    const kept = { codeId, code };
    const person = await ctx.runMutation(internal.signInCodes.keep, kept);
    if (person === null) return null;
    const mail = composeSignInMail(code, { ...settings, ...person });
    const again = { codeId, attempt: attempt + 1 };
    const retry = (delayMs: number) =>
      ctx.scheduler.runAfter(delayMs, internal.mail.sendSignInCode, again);
    await deliver(settings, { email: person.email, mail, attempt, retry });
    return null;
  },
});

/**
 * Mails a person about something that happened to their account. Does nothing
 * if the account no longer exists.
 */
export const notify = internalAction({
  args: {
    userId: v.id("users"),
    notice: noticeValidator,
    device: v.union(deviceNameValidator, v.null()),
    attempt: v.number(),
  },
  returns: v.null(),
  handler: async (ctx, { attempt, ...job }) => {
    const settings = mailSettings();
    const { userId, notice, device } = job;
    const asked = { userId };
    const person = await ctx.runMutation(internal.account.findAddressee, asked);
    if (person === null) return null;
    const mail = composeMail(notice, { ...settings, ...person, device });
    const again = { ...job, attempt: attempt + 1 };
    const retry = (delayMs: number) =>
      ctx.scheduler.runAfter(delayMs, internal.mail.notify, again);
    await deliver(settings, { email: person.email, mail, attempt, retry });
    return null;
  },
});

/**
 * Mails a person a notice about a departure. Retries like `send`. Does nothing
 * if the account no longer exists.
 */
export const sendNotice = internalAction({
  args: {
    userId: v.id("users"),
    kind: noticeKindValidator,
    dueAt: v.number(),
    attempt: v.number(),
  },
  returns: v.null(),
  handler: async (ctx, { attempt, ...job }) => {
    const settings = mailSettings();
    const { userId, kind, dueAt } = job;
    const asked = { userId };
    const person = await ctx.runMutation(internal.account.findAddressee, asked);
    if (person === null) return null;
    const mail = composeNotice(kind, { ...settings, ...person, dueAt });
    const again = { ...job, attempt: attempt + 1 };
    const retry = (delayMs: number) =>
      ctx.scheduler.runAfter(delayMs, internal.mail.sendNotice, again);
    await deliver(settings, { email: person.email, mail, attempt, retry });
    return null;
  },
});

/**
 * Mails a person a notice about a decision or a claim; `more` counts further
 * new claims. Retries like `send`. The arguments name nobody, so the record of
 * a finished job names nobody either.
 */
export const sendDecision = internalAction({
  args: {
    noticeId: v.id("notices"),
    more: v.optional(v.number()),
    attempt: v.number(),
  },
  returns: v.null(),
  handler: async (ctx, { noticeId, more = 0, attempt }) => {
    const settings = mailSettings();
    const told = await ctx.runQuery(internal.notices.mailFor, { noticeId });
    if (told === null) return null;
    const mail = composeDecisionMail({ ...settings, ...told, more });
    const again = { noticeId, more, attempt: attempt + 1 };
    const retry = (delayMs: number) =>
      ctx.scheduler.runAfter(delayMs, internal.mail.sendDecision, again);
    await deliver(settings, { email: told.email, mail, attempt, retry });
    return null;
  },
});

/**
 * Tells a person by mail that a mic they asked about is free. Retries like
 * `send`. Does nothing if somebody has taken the mic, or the person wants no
 * such mails.
 */
export const sendMicFree = internalAction({
  args: micMailValidator,
  returns: v.null(),
  handler: async (ctx, job) => {
    // A mail that was planned for the day may be due at night, after a retry or
    // a restart.
    const waitMs = untilMailMs(Date.now(), Math.random());
    const { sendMicFree } = internal.mail;
    if (waitMs > 0) {
      await ctx.scheduler.runAfter(waitMs, sendMicFree, job);
      return null;
    }
    const again = { ...job, attempt: job.attempt + 1 };
    const retry = (delayMs: number) =>
      ctx.scheduler.runAfter(delayMs, sendMicFree, again);
    await mailAboutMic(ctx, job, retry);
    return null;
  },
});

/**
 * Mails a person in line that their cypher starts soon. Retries like `send`. Does
 * nothing if it has started by now, or the person wants no such mails.
 */
export const sendStart = internalAction({
  args: micMailValidator,
  returns: v.null(),
  handler: async (ctx, job) => {
    const again = { ...job, attempt: job.attempt + 1 };
    const retry = (delayMs: number) =>
      ctx.scheduler.runAfter(delayMs, internal.mail.sendStart, again);
    await mailAboutMic(ctx, job, retry);
    return null;
  },
});

async function mailAboutMic(
  ctx: ActionCtx,
  job: MicMail,
  retry: Delivery["retry"],
): Promise<void> {
  const settings = mailSettings();
  const told = await ctx.runMutation(internal.cyphers.micMail, job);
  if (told === null) return;
  const key = requireVariable("JWT_PRIVATE_KEY");
  const pages = setting("CONVEX_SITE_URL") ?? settings.siteUrl;
  const { cypherId, userId, attempt } = job;
  const links = {
    cypherId,
    stopUrl: stopUrl(pages, { userId, key, language: told.language }),
  };
  const mail = composeMicMail({ ...settings, ...told, ...links });
  await deliver(settings, { email: told.email, mail, attempt, retry });
}

/**
 * Mails a link that confirms a claim. Each retry mails the same code, because a
 * mail whose delivery seemed to fail may have arrived. Does not quote the
 * claim: a stranger may have written it.
 */
export const sendClaimLink = internalAction({
  args: { waitingId: v.id("waitingClaims"), attempt: v.number() },
  returns: v.null(),
  handler: async (ctx, { waitingId, attempt }) => {
    const settings = mailSettings();
    const code = claimCode(waitingId, requireVariable("JWT_PRIVATE_KEY"));
    const kept = { waitingId, codeHash: sha256(code) };
    const to = await ctx.runMutation(internal.claims.keepCode, kept);
    if (to === null) return null;
    const person = { ...to, username: "" };
    const mail = composeMail("claim", { ...settings, ...person, code });
    const again = { waitingId, attempt: attempt + 1 };
    const retry = (delayMs: number) =>
      ctx.scheduler.runAfter(delayMs, internal.mail.sendClaimLink, again);
    await deliver(settings, { email: to.email, mail, attempt, retry });
    return null;
  },
});

/**
 * Mails a claimant the outcome of their claims. Retries like `send`. The
 * arguments name nobody, as with `sendDecision`.
 */
export const sendOutcomes = internalAction({
  args: { claimIds: v.array(v.id("claims")), attempt: v.number() },
  returns: v.null(),
  handler: async (ctx, { claimIds, attempt }) => {
    const settings = mailSettings();
    const told = await ctx.runQuery(internal.claims.outcomesFor, { claimIds });
    if (told === null) return null;
    const mail = composeOutcomeMail({ ...settings, ...told });
    const again = { claimIds, attempt: attempt + 1 };
    const retry = (delayMs: number) =>
      ctx.scheduler.runAfter(delayMs, internal.mail.sendOutcomes, again);
    await deliver(settings, { email: told.email, mail, attempt, retry });
    return null;
  },
});

/** Returns whether the mail server sends to addresses with letters of all scripts. */
export const takesUnicode = internalAction({
  args: {},
  returns: v.boolean(),
  handler: async () => isUnicodeTaken(requireVariable("SMTP_URL")),
});

interface Settings {
  smtpUrl: string;
  siteUrl: string;
  from: string;
  supportEmail: string | null;
}

function mailSettings(): Settings {
  const siteUrl = requireVariable("SITE_URL");
  const host = new URL(siteUrl).hostname;
  return {
    smtpUrl: requireVariable("SMTP_URL"),
    siteUrl,
    from: setting("MAIL_FROM") ?? `Gully Cypher <no-reply@${host}>`,
    supportEmail: setting("SUPPORT_EMAIL"),
  };
}

function requireVariable(name: string): string {
  const value = setting(name);
  if (value) return value;
  throw new Error(`${name} is not set: no mail can be sent without it`);
}

interface Delivery {
  email: string;
  mail: Mail;
  attempt: number;
  /** Schedules the next attempt. */
  retry: (delayMs: number) => Promise<unknown>;
}

/**
 * Sends a mail. If that fails, schedules a further attempt, unless there were
 * enough, and throws.
 */
async function deliver(
  { smtpUrl, from }: Settings,
  { email, mail, attempt, retry }: Delivery,
): Promise<void> {
  if (!isMailable(email)) {
    // oxlint-disable-next-line no-console -- the server's log, for its operator
    console.error(`No mail was sent to ${email}: this is not a plain address.`);
    return;
  }
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: 10 * SECOND_MS,
    socketTimeout: 20 * SECOND_MS,
  });
  try {
    // nodemailer would parse a string as a list of addresses.
    const to = { name: "", address: email };
    await transport.sendMail({ from, to, ...mail });
  } catch (error) {
    const delayMs = RETRY_AFTER_MS[attempt - 1];
    if (delayMs !== undefined) await retry(delayMs);
    throw error;
  } finally {
    transport.close();
  }
}
