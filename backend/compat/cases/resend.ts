import { deepEqual, equal, rejects } from "node:assert/strict";
import { createHmac, randomBytes } from "node:crypto";
import type { CompatCase } from "../harness/compatCase.ts";
import type { Deployment } from "../harness/deployment.ts";
import { startMailApi } from "../harness/mailApi.ts";

const key = randomBytes(24);
const to = "delivered@resend.dev";

/**
 * Sends a webhook event with a signature in the service's format. Returns the
 * HTTP status.
 */
async function sendEvent(
  app: Deployment,
  type: string,
  signedBy: Buffer = key,
): Promise<number> {
  const created_at = new Date().toISOString();
  const fields = { from: "us@example.com", to, subject: "Hello", created_at };
  const opened = {
    ipAddress: "127.0.0.1",
    timestamp: created_at,
    userAgent: "",
  };
  const data = { ...fields, email_id: "remote-1", open: opened };
  const body = JSON.stringify({ type, created_at, data });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac("sha256", signedBy)
    .update(`msg_1.${timestamp}.${body}`)
    .digest("base64");
  const response = await app.fetch("/resend-webhook", {
    method: "POST",
    headers: {
      "svix-id": "msg_1",
      "svix-timestamp": timestamp,
      "svix-signature": `v1,${signature}`,
    },
    body,
  });
  return response.status;
}

let manualId = "";

export const resend: CompatCase = {
  component: "resend",
  note: "A local server stands in for the service, through `sendEmailManually`; the address that the queue uses is fixed, so queued mail is cancelled before it is sent",
  startService: () =>
    startMailApi({ RESEND_WEBHOOK_SECRET: `whsec_${key.toString("base64")}` }),
  checks: [
    {
      functions: ["sendEmail", "cancelEmail", "get", "status"],
      name: "cancels a queued mail and keeps its body",
      run: async (app) => {
        const html = "<b>नमस्ते</b>";
        const id = String(await app.mutation("emails:sendAndCancel", { html }));
        deepEqual(await app.query("emails:get", { id }), {
          to: [to],
          subject: "Hello",
          html,
          status: "cancelled",
        });
        equal(await app.mutation("emails:sendAgain"), id);
      },
    },
    {
      functions: ["sendEmail"],
      name: "sends no mail to other addresses in test mode",
      run: async (app) => {
        await rejects(
          app.mutation("emails:sendTo", { to: "someone@example.com" }),
          /Test mode is enabled/,
        );
      },
    },
    {
      functions: ["sendEmailManually", "status"],
      name: "stores the service's id for a mail that the app sent",
      run: async (app) => {
        manualId = String(await app.action("emails:sendManually", { to }));
        deepEqual(await app.query("emails:get", { id: manualId }), {
          to: [to],
          subject: "Hello",
          status: "sent",
          resendId: "remote-1",
        });
      },
    },
    {
      functions: ["sendEmailManually"],
      name: "throws if the service rejects a mail",
      run: async (app) => {
        await rejects(
          app.action("emails:sendManually", { to: "refused@resend.dev" }),
          /The address is refused/,
        );
      },
    },
    {
      functions: ["handleResendEventWebhook", "status"],
      name: "updates the status of a mail from signed events",
      run: async (app) => {
        equal(await sendEvent(app, "email.delivered"), 201);
        equal(await sendEvent(app, "email.opened"), 201);
        deepEqual(await app.query("emails:status", { id: manualId }), {
          status: "delivered",
          errorMessage: null,
          opened: true,
          bounced: false,
        });
      },
    },
    {
      functions: ["handleResendEventWebhook"],
      name: "rejects an event with a wrong signature",
      run: async (app) => {
        const stranger = randomBytes(24);
        equal(await sendEvent(app, "email.bounced", stranger), 400);
      },
    },
  ],
};
