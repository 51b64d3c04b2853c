import { Resend, vEmailId } from "@convex-dev/resend";
import { v } from "convex/values";
import { components } from "./_generated/api";
import { action, httpAction, mutation, query } from "./_generated/server";

const resend = new Resend(components.resend, {
  apiKey: "re_test",
  testMode: true,
});
const email = { from: "Us <us@example.com>", subject: "Hello" };

/**
 * Sends and cancels in one transaction, so that no mail leaves the deployment.
 */
export const sendAndCancel = mutation({
  args: { html: v.string() },
  handler: async (ctx, { html }): Promise<string> => {
    const id = await resend.sendEmail(ctx, {
      ...email,
      to: "delivered@resend.dev",
      html,
      idempotencyKey: "first",
    });
    await resend.cancelEmail(ctx, id);
    return id;
  },
});

export const sendAgain = mutation({
  args: {},
  handler: async (ctx): Promise<string> =>
    resend.sendEmail(ctx, {
      ...email,
      to: "delivered@resend.dev",
      text: "again",
      idempotencyKey: "first",
    }),
});

export const sendTo = mutation({
  args: { to: v.string() },
  handler: async (ctx, { to }): Promise<string> =>
    resend.sendEmail(ctx, { ...email, to, text: "Hello" }),
});

/** Calls the API at a configurable address, which the queue cannot do. */
export const sendManually = action({
  args: { to: v.string() },
  handler: async (ctx, { to }): Promise<string> =>
    resend.sendEmailManually(ctx, { ...email, to }, async (emailId) => {
      const response = await fetch(`${process.env.MAIL_API_URL}/emails`, {
        method: "POST",
        headers: { "Idempotency-Key": emailId },
        body: JSON.stringify({ ...email, to }),
      });
      const answer = (await response.json()) as { id?: string; error?: string };
      if (answer.id === undefined) throw new Error(answer.error);
      return answer.id;
    }),
});

export const get = query({
  args: { id: vEmailId },
  handler: async (ctx, { id }) => {
    const found = await resend.get(ctx, id);
    if (found === null) return null;
    const { to, subject, html, status, resendId } = found;
    return { to, subject, html, status, resendId };
  },
});

export const status = query({
  args: { id: vEmailId },
  handler: async (ctx, { id }) => {
    const found = await resend.status(ctx, id);
    if (found === null) return null;
    const { status, errorMessage, opened, bounced } = found;
    return { status, errorMessage, opened, bounced };
  },
});

export const webhook = httpAction(async (ctx, request) => {
  try {
    return await resend.handleResendEventWebhook(ctx, request);
  } catch (error) {
    return new Response(String(error), { status: 400 });
  }
});
