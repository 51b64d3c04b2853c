import { expect, test, vi } from "vitest";
import { api } from "./_generated/api";
import { ASHA, useAccountWorld } from "./testing/test.accountWorld";
import { openMailbox } from "./testing/test.mailbox";
import { expectRefusal } from "./testing/test.world";

const story = useAccountWorld();

const signUp = (email: string, username = "Ram") =>
  story.signIn({
    ...{ flow: "signUp", email, username, role: "listener", state: "" },
  });

/**
 * One mailbox, as people and browsers write it. The tests' mail server takes
 * addresses with letters of all scripts.
 */
const IN_LETTERS = "asha@उदाहरण.भारत";
const IN_ASCII = "asha@xn--p1b6ci4b4b3a.xn--h2brj9c";

test.each([
  [IN_LETTERS, IN_ASCII],
  [IN_ASCII, IN_LETTERS],
])("an account of %s is the account of %s", async (email, other) => {
  const asha = await signUp(email);
  expect((await asha.query(api.viewer.get, {}))?.email).toBe(IN_ASCII);
  await story.signIn({ email });
  await story.signIn({ email: other });
  await story.signIn({ email: ` ${other.toUpperCase()} ` });
  await expectRefusal(signUp(other, "Sita"), "EMAIL_TAKEN");
  expect(await story.world.rows("users")).toHaveLength(1);
  await story.mailedCode(IN_LETTERS, "/activate");

  const { stranger } = story.world;
  await stranger.mutation(api.account.requestReset, { email: other });
  const code = await story.mailedCode(IN_LETTERS, "/reset-password");
  const newPassword = "gully nights 2";
  const reset = { email: other, code, newPassword };
  await stranger.action(api.account.resetPassword, reset);
  await story.signIn({ email, password: newPassword });
});

test("attempts in both forms count together", async () => {
  vi.stubEnv("LIMIT_SIGN_IN_PER_ACCOUNT", "1");
  const password = "wrong";
  const first = story.signIn({ email: IN_LETTERS, password });
  await expectRefusal(first, "INVALID_CREDENTIALS");
  await expect(story.signIn({ email: IN_ASCII, password })).rejects.toThrow(
    "RATE_LIMITED",
  );
});

test("the other form of one's own address is no new address", async () => {
  await signUp(IN_LETTERS);
  const code = await story.mailedCode(IN_LETTERS, "/activate");
  await story.world.stranger.mutation(api.account.confirmEmail, { code });
  const asha = await story.signIn({ email: IN_ASCII });
  const wanted = { email: IN_LETTERS, password: ASHA.password };
  const request = asha.action(api.emailChanges.request, wanted);
  await expectRefusal(request, "EMAIL_SAME");
});

/**
 * Addresses that earlier versions stored, and what a browser sends for each
 * now.
 */
const OLDER = [
  ["ram@bücher.example", "ram@bücher.example"],
  ["ram@bücher.example", "ram@xn--bcher-kva.example"],
  ["राम@example.com", "राम@example.com"],
  ["e\u0301@example.com", "e\u0301@example.com"],
  ['"ab"@x.example', '"ab"@x.example'],
  ["x@host.1", "x@host.1"],
] as const;

/**
 * Gives Asha's account an address in the form that an earlier version stored.
 */
const setOlderAddress = (old: string) =>
  story.world.t.run(async (ctx) => {
    const account = await ctx.db.query("authAccounts").unique();
    if (account === null) throw new Error("no account");
    const providerAccountId = old;
    await ctx.db.patch("authAccounts", account._id, { providerAccountId });
    await ctx.db.patch("users", account.userId, { email: old });
  });

test.each(OLDER)("an older account of %s works for %s", async (old, sent) => {
  const asha = await story.join();
  await setOlderAddress(old);
  const { stranger, settle } = story.world;
  await story.signIn({ email: sent });
  await expectRefusal(
    story.signIn({ email: sent, password: "wrong" }),
    "INVALID_CREDENTIALS",
  );

  story.mails.length = 0;
  await stranger.mutation(api.account.requestReset, { email: sent });
  await settle();
  expect(story.mails).toHaveLength(1);
  const to = story.mails[0]?.to ?? "";
  const code = await story.mailedCode(to, "/reset-password");
  const newPassword = "gully nights 2";
  const reset = { email: sent, code, newPassword };
  await stranger.action(api.account.resetPassword, reset);
  await story.signIn({ email: sent, password: newPassword });

  const change = { email: "new@example.com", password: newPassword };
  const again = await story.signIn({ email: old, password: newPassword });
  await again.action(api.emailChanges.request, change);
  const changed = await story.mailedCode(change.email, "/email-change");
  const { confirm } = api.emailChanges;
  await stranger.mutation(confirm, { code: changed });
  const viewer = await again.query(api.viewer.get, {});
  expect(viewer?.email).toBe(change.email);
  expect(await asha.query(api.viewer.get, {})).toBeNull();
});

test("an older address that the mail server refuses still signs in and asks for mail", async () => {
  await story.join();
  const email = "ram@my_host.example";
  await setOlderAddress(email);
  await story.signIn({ email });
  const { stranger, rows } = story.world;
  await stranger.mutation(api.account.requestReset, { email });
  expect(await rows("attemptCounters")).not.toEqual([]);
});

test("an address in Devanagari signs up where the mail server takes it", async () => {
  await signUp("राम@उदाहरण.भारत");
  await story.world.settle();
  const [mail] = story.mails;
  expect(mail?.to).toBe("राम@उदाहरण.भारत");
  await story.signIn({ email: "राम@xn--p1b6ci4b4b3a.xn--h2brj9c" });
});

test("an address is corrected to one in Devanagari, in either form of the domain", async () => {
  const ram = await signUp("ram@example.com");
  const { correctEmail } = api.account;
  const email = " राम@XN--P1B6CI4B4B3A.xn--h2brj9c";
  expect(await ram.action(correctEmail, { email })).toBe("sent");
  const code = await story.mailedCode("राम@उदाहरण.भारत", "/activate");
  const again = ram.action(correctEmail, { email: "राम@उदाहरण.भारत" });
  await expectRefusal(again, "EMAIL_SAME");
  await story.world.stranger.mutation(api.account.confirmEmail, { code });
  await story.signIn({ email: "राम@उदाहरण.भारत" });
});

test("questions to the mail server are limited for each address of origin", async () => {
  vi.stubEnv("LIMIT_MAIL_PER_ORIGIN", "2");
  const visitor = story.world.t.withRequestMetadata({ ip: "198.51.100.7" });
  const ask = () =>
    visitor.action(api.account.correctEmail, { email: "राम@example.com" });
  for (let i = 0; i < 2; i++) await expectRefusal(ask(), "NOT_SIGNED_IN");
  await expect(ask()).rejects.toThrow("RATE_LIMITED");
});

test("elsewhere it is refused in words, also as a new address", async () => {
  const mailbox = await openMailbox({ hideSMTPUTF8: true });
  const asha = await story.join();
  vi.stubEnv("SMTP_URL", mailbox.url);
  await expectRefusal(signUp("राम@example.com"), "EMAIL_UNREACHABLE");
  expect(await story.world.rows("users")).toHaveLength(1);
  const change = { email: "राम@example.com", password: ASHA.password };
  await expectRefusal(
    asha.action(api.emailChanges.request, change),
    "EMAIL_UNREACHABLE",
  );
  const ram = await signUp("ram@उदाहरण.भारत"); // letters in the domain alone need nothing from the mail server
  await expectRefusal(
    ram.action(api.account.correctEmail, { email: change.email }),
    "EMAIL_UNREACHABLE",
  );
  await story.world.settle();
  expect(mailbox.mails).toHaveLength(1);
  await mailbox.close();
});
