import { expect, test, vi } from "vitest";
import { api, internal } from "./_generated/api";
import { ASHA, FIREFOX, useAccountWorld } from "./testing/test.accountWorld";
import {
  expectRefusal,
  reasonBy,
  reasonOf,
  type Client,
} from "./testing/test.world";

const story = useAccountWorld();
const NEW = "gully nights 2";
const DEVICE = "a".repeat(64);

const change = (person: Client, args: Record<string, string> = {}) =>
  person.action(api.account.changePassword, {
    password: ASHA.password,
    newPassword: NEW,
    ...args,
  });

const isSignedIn = async (person: Client) =>
  (await person.query(api.viewer.get, {})) !== null;

test("changing the password keeps this session, ends the others and sends a mail", async () => {
  const here = await story.join();
  const there = await story.signIn();
  await change(here);
  expect(await isSignedIn(here)).toBe(true);
  expect(await isSignedIn(there)).toBe(false);
  await expectRefusal(story.signIn(), "INVALID_CREDENTIALS");
  await story.signIn({ password: NEW });
  await expect
    .poll(() => story.mails.at(-1)?.subject)
    .toBe("Your Gully Cypher password was changed");
});

test("the new password makes mailed reset links and other devices useless", async () => {
  const here = await story.join();
  await story.signIn({ device: DEVICE });
  const { stranger, rows } = story.world;
  await stranger.mutation(api.account.requestReset, { email: ASHA.email });
  const code = await story.mailedCode(ASHA.email, "/reset-password");
  await change(here, { device: "b".repeat(64) });
  const reset = { email: ASHA.email, code, newPassword: "gully nights 3" };
  await expectRefusal(
    stranger.action(api.account.resetPassword, reset),
    "RESET_LINK_INVALID",
  );
  expect(await rows("knownDevices")).toHaveLength(1);
});

/** Proves the present password, as a sign-in does before it opens a session. */
async function proveNow() {
  const [account] = await story.world.rows("authAccounts");
  const { userId, secret = "" } = account ?? {};
  if (userId === undefined) throw new Error("no account");
  return { userId, secret, device: DEVICE };
}

const { openSession } = internal.account;

test.each([
  ["changes", (here: Client) => change(here)],
  ["is reset", () => resetPassword()],
])(
  "a sign-in that proved the old password opens nothing once it %s",
  async (_, replace) => {
    const here = await story.join();
    const proof = await proveNow();
    await replace(here);
    const before = await story.world.rows("authSessions");
    expect(await story.world.t.mutation(openSession, proof)).toBeNull();
    expect(await story.world.rows("authSessions")).toEqual(before);
    expect(await story.world.rows("knownDevices")).toEqual([]);
    const renewed = await proveNow();
    const opened = await story.world.t.mutation(openSession, renewed);
    expect(opened).not.toBeNull();
  },
);

async function resetPassword() {
  const { email } = ASHA;
  const { stranger } = story.world;
  await stranger.mutation(api.account.requestReset, { email });
  const code = await story.mailedCode(email, "/reset-password");
  const reset = { email, code, newPassword: NEW };
  await stranger.action(api.account.resetPassword, reset);
}

test.each([
  [{ password: "" }, "PASSWORD_REQUIRED"],
  [{ password: "wrong one" }, "PASSWORD_WRONG"],
  [{ password: "x".repeat(201) }, "PASSWORD_WRONG"],
  [{ newPassword: "" }, "PASSWORD_REQUIRED"],
  [{ newPassword: "12345" }, "PASSWORD_TOO_SHORT"],
  [{ newPassword: "x".repeat(201) }, "PASSWORD_TOO_LONG"],
  [{ newPassword: "Asha" }, "PASSWORD_TOO_SHORT"],
  [{ newPassword: ASHA.email }, "PASSWORD_IS_NAME"],
  [{ newPassword: "password1" }, "PASSWORD_COMMON"],
] as const)("refuses %j: %s, and changes nothing", async (args, code) => {
  const here = await story.join();
  const there = await story.signIn();
  await expectRefusal(change(here, args), code);
  expect(await isSignedIn(there)).toBe(true);
  await story.signIn();
});

test("refuses a signed-out person and one whose session has ended", async () => {
  const here = await story.join();
  const there = await story.signIn();
  await expectRefusal(change(story.world.stranger), "NOT_SIGNED_IN");
  await here.mutation(api.sessions.endOthers, {});
  await expectRefusal(change(there), "NOT_SIGNED_IN");
});

test("of two changes at once, one takes effect and the other is refused", async () => {
  const here = await story.join();
  const results = await Promise.allSettled([
    change(here),
    change(here, { newPassword: "gully nights 3" }),
  ]);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(
    1,
  );
  const lost = results.find(({ status }) => status === "rejected");
  await expectRefusal(Promise.reject(reasonOf(lost)), "PASSWORD_WRONG");
});

test("guesses are limited", async () => {
  vi.stubEnv("LIMIT_PASSWORD_PER_ACCOUNT", "1");
  const here = await story.join();
  await expectRefusal(change(here, { password: "a guess" }), "PASSWORD_WRONG");
  expect(await reasonBy(change(here))).toMatchObject({ code: "RATE_LIMITED" });
});

test("mails come in the language that was chosen", async () => {
  const here = await story.join();
  const settings = () => here.query(api.account.settings, {});
  expect(await settings()).toMatchObject({ mailLanguage: "en" });
  await here.mutation(api.account.setMailLanguage, { language: "hi" });
  expect(await settings()).toMatchObject({ mailLanguage: "hi" });
  await change(here);
  await expect
    .poll(() => story.mails.at(-1)?.html)
    .toContain('<html lang="hi">');
});

test("a sign-in from an unknown browser is mailed only to people who asked for it", async () => {
  const here = await story.join();
  await story.signInWith(FIREFOX);
  await here.mutation(api.account.setSignInMails, { isWanted: true });
  await story.signIn({ device: DEVICE });
  await story.signIn({ device: DEVICE });
  await story.signInWith(FIREFOX);
  const told = () =>
    story.mails.filter(({ subject }) => subject.includes("sign-in"));
  await expect.poll(told).toHaveLength(2);
  expect(told()[0]?.text).toContain("Browser: unknown.");
  expect(told()[1]?.text).toContain("Browser: Firefox. System: Linux.");
});

test("settings belong to the viewer: a stranger reads and writes none", async () => {
  const { stranger, rows } = story.world;
  expect(await stranger.query(api.account.settings, {})).toBeNull();
  const language = stranger.mutation(api.account.setMailLanguage, {
    language: "hi",
  });
  await expectRefusal(language, "NOT_SIGNED_IN");
  const mails = stranger.mutation(api.account.setSignInMails, {
    isWanted: true,
  });
  await expectRefusal(mails, "NOT_SIGNED_IN");
  expect(await rows("accountSettings")).toEqual([]);
});

test("refuses a language there is none of, and too many changes", async () => {
  vi.stubEnv("LIMIT_SETTINGS_PER_ACCOUNT", "1");
  const here = await story.join();
  const language = "fr" as "en"; // invalid on purpose
  const attempt = here.mutation(api.account.setMailLanguage, { language });
  await expect(attempt).rejects.toThrow(/validator/i);
  await here.mutation(api.account.setSignInMails, { isWanted: true });
  const again = here.mutation(api.account.setSignInMails, { isWanted: false });
  expect(await reasonBy(again)).toMatchObject({ code: "RATE_LIMITED" });
});

test("names the grievance officer only if the host has", async () => {
  const ask = () =>
    story.world.stranger.query(api.account.grievanceContact, {});
  vi.stubEnv("SUPPORT_EMAIL", "");
  expect(await ask()).toEqual({ officer: null, address: null, email: null });
  vi.stubEnv("GRIEVANCE_OFFICER", "A. Officer");
  vi.stubEnv("GRIEVANCE_ADDRESS", "1 Gully, Mumbai");
  vi.stubEnv("SUPPORT_EMAIL", "help@example.com");
  expect(await ask()).toEqual({
    officer: "A. Officer",
    address: "1 Gully, Mumbai",
    email: "help@example.com",
  });
});
