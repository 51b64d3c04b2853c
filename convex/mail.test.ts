import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import { setAuthKeys } from "./testing/test.authKeys";
import { linkIn, openMailbox } from "./testing/test.mailbox";
import { makeEmptyWorld, type World } from "./testing/test.world";

let world: World;
let userId: Id<"users">;

beforeEach(async () => {
  await setAuthKeys();
  world = await makeEmptyWorld();
  ({ userId } = await world.join({ username: "mc_b" }));
});

afterEach(() => vi.unstubAllEnvs());

const send = (attempt = 1) =>
  world.t.action(internal.mail.send, { userId, purpose: "reset", attempt });

const scheduled = () =>
  world.t.run((ctx) => ctx.db.system.query("_scheduled_functions").collect());

test("sends a mail as text and HTML with a link to this site", async () => {
  const mailbox = await openMailbox();
  vi.stubEnv("SMTP_URL", mailbox.url);
  vi.stubEnv("SUPPORT_EMAIL", "help@example.com");
  await send();
  const mail = await mailbox.mailTo("mc_b@example.com", "/reset-password");
  const link = linkIn(mail);
  expect(link.searchParams.get("email")).toBe("mc_b@example.com");
  expect(mail.text).toContain("Questions? Write to help@example.com.");
  expect(mail.html).toContain(`href="${link.href.replace("&", "&amp;")}"`);
  await mailbox.close();
});

test.each([
  "<mc_b@example.com>",
  "x,mc_b@example.com",
  "g:mc_b@example.com;",
  "mc(b)_b@example.com",
])("sends no mail to an old account with the address %s", async (email) => {
  const mailbox = await openMailbox();
  vi.stubEnv("SMTP_URL", mailbox.url);
  await world.t.run((ctx) => ctx.db.patch("users", userId, { email }));
  expect(await send()).toBeNull();
  expect(mailbox.mails).toEqual([]);
  await mailbox.close();
});

test("without SMTP_URL, sending fails with a clear message and stores nothing", async () => {
  vi.stubEnv("SMTP_URL", "");
  await expect(send()).rejects.toThrow("SMTP_URL is not set");
  expect(await world.rows("mailedCodes")).toEqual([]);
});

test("retries later, but not forever, when the mail server is down", async () => {
  const mailbox = await openMailbox();
  await mailbox.close();
  vi.stubEnv("SMTP_URL", mailbox.url);
  // The retry comes after ten seconds, which a slow machine may need here.
  vi.useFakeTimers({ toFake: ["setTimeout", "Date"] });
  await expect(send(1)).rejects.toThrow("ECONNREFUSED");
  const [retry] = await scheduled();
  expect(retry?.args).toEqual([{ userId, purpose: "reset", attempt: 2 }]);
  await expect(send(6)).rejects.toThrow("ECONNREFUSED");
  expect(await scheduled()).toHaveLength(1);
  vi.useRealTimers();
});

test("sends no mail to a deleted account", async () => {
  vi.stubEnv("SMTP_URL", "smtp://127.0.0.1:9");
  await world.t.run((ctx) => ctx.db.delete("users", userId));
  expect(await send()).toBeNull();
});
