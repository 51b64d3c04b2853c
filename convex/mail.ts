"use node";

import { v } from "convex/values";
import { createTransport } from "nodemailer";
import { internal } from "./_generated/api";
import { internalAction } from "./functions";
import { composeMail } from "./model/mailTexts";
import { newCode } from "./model/newCode";
import { setting } from "./model/settings";
import { sha256 } from "./model/sha256";
import { MINUTE_MS, SECOND_MS } from "./shared/limits";
import { codePurposeValidator } from "./shared/validators";

/** When the mail server is away: how long to wait after each attempt. */
const RETRY_AFTER_MS = [10 * SECOND_MS, MINUTE_MS, 10 * MINUTE_MS];

/**
 * The code is made here and leaves in the mail; the database only ever sees its
 * hash. A later attempt makes a new one.
 */
export const send = internalAction({
  args: {
    userId: v.id("users"),
    purpose: codePurposeValidator,
    attempt: v.number(),
  },
  returns: v.null(),
  handler: async (ctx, { userId, purpose, attempt }) => {
    const settings = mailSettings();
    const code = newCode();
    const codeHash = await sha256(code);
    const kept = { userId, purpose, codeHash };
    const person = await ctx.runMutation(internal.account.keepCode, kept);
    if (person === null) return null;
    const mail = composeMail(purpose, { ...settings, ...person, code });
    try {
      await deliver(settings, { to: person.email, ...mail });
    } catch (error) {
      const delayMs = RETRY_AFTER_MS[attempt - 1];
      if (delayMs !== undefined) {
        const again = { userId, purpose, attempt: attempt + 1 };
        await ctx.scheduler.runAfter(delayMs, internal.mail.send, again);
      }
      throw error;
    }
    return null;
  },
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

async function deliver(
  { smtpUrl, from }: Settings,
  mail: { to: string; subject: string; text: string; html: string },
) {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: 10 * SECOND_MS,
    socketTimeout: 20 * SECOND_MS,
  });
  try {
    await transport.sendMail({ from, ...mail });
  } finally {
    transport.close();
  }
}
