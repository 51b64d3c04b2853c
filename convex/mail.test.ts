import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import { setAuthKeys } from "./test.auth";
import { linkIn, openMailbox } from "./test.mailbox";
import { makeEmptyWorld, type World } from "./test.setup";

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

test("a mail goes out as text and HTML with a link to this site", async () => {
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

test("without SMTP_URL sending fails in words, and nothing is kept", async () => {
  vi.stubEnv("SMTP_URL", "");
  await expect(send()).rejects.toThrow("SMTP_URL is not set");
  expect(await world.rows("mailedCodes")).toEqual([]);
});

test("when the mail server is away the mail is tried again later, not for ever", async () => {
  const mailbox = await openMailbox();
  await mailbox.close();
  vi.stubEnv("SMTP_URL", mailbox.url);
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  await expect(send(1)).rejects.toThrow("ECONNREFUSED");
  const [retry] = await scheduled();
  expect(retry?.args).toEqual([{ userId, purpose: "reset", attempt: 2 }]);
  await expect(send(4)).rejects.toThrow("ECONNREFUSED");
  expect(await scheduled()).toHaveLength(1);
  vi.useRealTimers();
});

test("an account that is gone gets no mail", async () => {
  vi.stubEnv("SMTP_URL", "smtp://127.0.0.1:9");
  await world.t.run((ctx) => ctx.db.delete("users", userId));
  expect(await send()).toBeNull();
});
