import { expect, test, vi } from "vitest";
import { api, internal } from "./_generated/api";
import type { CodePurpose } from "./shared/validators";
import { linkIn } from "./testing/test.mailbox";
import { withMailWorld, type Mailbox } from "./testing/test.mailWorld";
import {
  expectRefusal,
  reasonBy,
  type Client,
  type World,
} from "./testing/test.world";

let mailbox: Mailbox;
let world: World;
withMailWorld((made) => ({ world, mailbox } = made));

const EMAIL = "asha@example.com";
const PASSWORD = "gully nights 1";
const profile = { username: "Asha", role: "rapper", state: "Delhi" };

const signUp = () => sign({ flow: "signUp", ...profile });
const signIn = (password = PASSWORD) => sign({ flow: "signIn", password });

async function sign(params: Record<string, string>): Promise<Client> {
  const { tokens } = await world.stranger.action(api.auth.signIn, {
    provider: "password",
    params: { email: EMAIL, password: PASSWORD, ...params },
  });
  if (!tokens) throw new Error("no tokens");
  return world.bearer(tokens.token);
}

/** Waits for the n-th mail with a link to `path`, and returns its code. */
async function mailedCode(path: string, n = 1): Promise<string> {
  const link = linkIn(await mailbox.mailTo(EMAIL, path, n));
  expect(link.origin).toBe("http://localhost:5173");
  return link.searchParams.get("code") ?? "";
}

const confirm = (code: string) =>
  world.stranger.mutation(api.account.confirmEmail, { code });

const open = (code: string) =>
  world.stranger.mutation(api.account.openConfirmation, { code });

const disown = (code: string) =>
  world.stranger.mutation(api.account.disown, { code });

const expireCodes = (purpose: CodePurpose) =>
  world.t.run(async (ctx) => {
    for (const code of await ctx.db.query("mailedCodes").collect()) {
      if (code.purpose !== purpose) continue;
      await ctx.db.patch("mailedCodes", code._id, { expiresAt: Date.now() });
    }
  });

test("the mailed link confirms the account on any device, and using it twice is harmless", async () => {
  const asha = await signUp();
  const code = await mailedCode("/activate");
  expect(await confirm(code)).toEqual({ status: "confirmed" });
  const viewer = await asha.query(api.viewer.get, {});
  expect(viewer?.emailConfirmedAt).toBeTypeOf("number");
  expect(await confirm(code)).toEqual({ status: "confirmed" });
});

test("opening the link shows the account without confirming it", async () => {
  const asha = await signUp();
  const code = await mailedCode("/activate");
  const ready = {
    ...{ status: "ready", username: "Asha", lostName: "", email: EMAIL },
  };
  expect(await open(code)).toEqual(ready);
  expect(await open(code)).toEqual(ready);
  expect((await asha.query(api.viewer.get, {}))?.emailConfirmedAt).toBeNull();
  await confirm(code);
  expect(await open(code)).toEqual({ status: "confirmed" });
});

test.each([
  ["a forged code", "0".repeat(64)],
  ["an empty code", ""],
  ["a code in capitals", "A".repeat(64)],
  ["a long code", "0".repeat(1_000)],
])("%s does not open, confirm or disown an account", async (_, code) => {
  const asha = await signUp();
  for (const act of [open, confirm, disown]) {
    expect(await act(code)).toEqual({ status: "invalid" });
  }
  expect((await asha.query(api.viewer.get, {}))?.emailConfirmedAt).toBeNull();
});

test("disowning an account deletes all of it and frees the address", async () => {
  const intruder = await signUp();
  await signIn();
  await intruder.mutation(api.account.resendActivation, {});
  const code = await mailedCode("/activate");
  const second = await mailedCode("/activate", 2);
  expect(await disown(code)).toEqual({ status: "removed" });
  expect(await intruder.query(api.viewer.get, {})).toBeNull();
  expect(await world.rows("authAccounts")).toEqual([]);
  for (const act of [open, confirm, disown]) {
    expect(await act(second)).toEqual({ status: "invalid" });
  }
  await world.settle(); // the rest goes in turns
  for (const table of [
    "users",
    "profiles",
    "usernameGrams",
    "usernameLooks",
    "authAccounts",
    "authSessions",
    "authRefreshTokens",
    "mailedCodes",
    "departures",
  ] as const) {
    expect(await world.rows(table), table).toEqual([]);
  }
  for (const act of [open, confirm, disown]) {
    expect(await act(code)).toEqual({ status: "invalid" });
  }
  await expectRefusal(signIn(), "INVALID_CREDENTIALS");
  const owner = await signUp();
  expect((await owner.query(api.viewer.get, {}))?.email).toBe(EMAIL);
});

test("a confirmed account cannot be disowned", async () => {
  const asha = await signUp();
  const code = await mailedCode("/activate");
  await confirm(code);
  expect(await disown(code)).toEqual({ status: "confirmed" });
  expect(await asha.query(api.viewer.get, {})).not.toBeNull();
});

test("an expired code neither opens nor disowns an account", async () => {
  await signUp();
  const code = await mailedCode("/activate");
  await expireCodes("confirm");
  expect(await open(code)).toEqual({ status: "expired" });
  expect(await disown(code)).toEqual({ status: "expired" });
  expect(await world.rows("users")).toHaveLength(1);
});

test("when an account is confirmed and disowned at once, only one takes effect", async () => {
  await signUp();
  const code = await mailedCode("/activate");
  const [yes, no] = await Promise.all([confirm(code), disown(code)]);
  const isKept = yes.status === "confirmed";
  expect(no.status).toBe(isKept ? "confirmed" : "removed");
  await world.settle();
  expect(await world.rows("users")).toHaveLength(isKept ? 1 : 0);
});

test("an expired code is replaced by a new mail", async () => {
  const asha = await signUp();
  const code = await mailedCode("/activate");
  await expireCodes("confirm");
  expect(await confirm(code)).toEqual({ status: "expired" });
  await asha.mutation(api.account.resendActivation, {});
  const again = await mailedCode("/activate", 2);
  expect(await confirm(again)).toEqual({ status: "confirmed" });
  expect(await confirm(code)).toEqual({ status: "confirmed" });
});

test("the first mail's code still works after a resend", async () => {
  const asha = await signUp();
  const first = await mailedCode("/activate");
  await asha.mutation(api.account.resendActivation, {});
  await mailedCode("/activate", 2);
  expect(await confirm(first)).toEqual({ status: "confirmed" });
});

test("refuses to resend when signed out", async () => {
  const attempt = world.stranger.mutation(api.account.resendActivation, {});
  await expectRefusal(attempt, "EMAIL_MISSING");
});

test("sends no activation mail to a confirmed person", async () => {
  const asha = await signUp();
  const code = await mailedCode("/activate");
  expect(await confirm(code)).toEqual({ status: "confirmed" });
  await asha.mutation(api.account.resendActivation, {});
  await world.settle();
  expect(mailbox.mails).toHaveLength(1);
});

const RIGHT = "asha@example.org";

const correct = (client: Client, email = RIGHT) =>
  client.action(api.account.correctEmail, { email });

test("a mistyped address can be corrected; only the link mailed to the right one works", async () => {
  const asha = await signUp();
  const stray = await mailedCode("/activate");
  expect(await correct(asha, " Asha@Example.org ")).toBe("sent");
  const code = linkIn(
    await mailbox.mailTo(RIGHT, "/activate"),
  ).searchParams.get("code");
  for (const act of [open, confirm, disown]) {
    expect(await act(stray)).toEqual({ status: "invalid" });
  }
  const ready = {
    ...{ status: "ready", username: "Asha", lostName: "", email: RIGHT },
  };
  expect(await open(code ?? "")).toEqual(ready);
  expect(await confirm(code ?? "")).toEqual({ status: "confirmed" });
  expect(await correct(asha, "third@example.org")).toBe("confirmed");
  expect((await asha.query(api.viewer.get, {}))?.email).toBe(RIGHT);
  await expectRefusal(signIn(), "INVALID_CREDENTIALS");
  await sign({ flow: "signIn", email: RIGHT });
});

test("an address is not corrected to one that has an account, and the attempt counts", async () => {
  vi.stubEnv("LIMIT_MAIL_PER_ACCOUNT", "2");
  const { stranger } = world;
  const other = { email: RIGHT, password: PASSWORD, ...profile };
  const params = { ...other, username: "Bala", flow: "signUp" };
  await stranger.action(api.auth.signIn, { provider: "password", params });
  const asha = await signUp();
  expect(await correct(asha)).toBe("taken");
  expect(await correct(asha)).toBe("taken");
  expect(await reasonBy(correct(asha))).toMatchObject({ code: "RATE_LIMITED" });
  expect((await asha.query(api.viewer.get, {}))?.email).toBe(EMAIL);
});

test.each([
  ["", "EMAIL_REQUIRED"],
  ["not an address", "EMAIL_INVALID"],
  [EMAIL, "EMAIL_SAME"],
] as const)("refuses to correct the address to '%s'", async (email, code) => {
  await expectRefusal(correct(await signUp(), email), code);
});

test("nobody corrects an address without a session", async () => {
  await expectRefusal(correct(world.stranger), "NOT_SIGNED_IN");
});

test("limits mails to one address and says how long to wait", async () => {
  vi.stubEnv("LIMIT_MAIL_PER_ACCOUNT", "1");
  const asha = await signUp();
  await asha.mutation(api.account.resendActivation, {});
  const reason = await reasonBy(
    asha.mutation(api.account.resendActivation, {}),
  );
  expect(reason).toMatchObject({
    code: "RATE_LIMITED",
    message: "Too many attempts. Please try again in 1 hour.",
  });
});

test("refuses a malformed address before it counts or stores anything", async () => {
  const { stranger } = world;
  const email = `${"x".repeat(1000)}@example.com`;
  const request = stranger.mutation(api.account.requestReset, { email });
  await expectRefusal(request, "EMAIL_INVALID");
  const args = { email, code: "0".repeat(64), newPassword: "gully nights 2" };
  const reset = stranger.action(api.account.resetPassword, args);
  await expectRefusal(reset, "RESET_LINK_INVALID");
  expect(await world.rows("attemptCounters")).toEqual([]);
});

test("stores codes only as hashes", async () => {
  await signUp();
  const code = await mailedCode("/activate");
  const everything = JSON.stringify([
    await world.rows("mailedCodes"),
    await world.t.run((ctx) =>
      ctx.db.system.query("_scheduled_functions").collect(),
    ),
  ]);
  expect(code).toHaveLength(64);
  expect(everything).not.toContain(code);
});

async function requestReset(email = EMAIL) {
  await world.stranger.mutation(api.account.requestReset, { email });
  await world.settle();
}

const reset = (code: string, newPassword = "gully nights 2", email = EMAIL) =>
  world.stranger.action(api.account.resetPassword, {
    email,
    code,
    newPassword,
  });

test("a reset changes the password and ends every session", async () => {
  const [here, there] = [await signUp(), await signIn()];
  await requestReset(" ASHA@example.com ");
  await reset(await mailedCode("/reset-password"));
  expect(await here.query(api.viewer.get, {})).toBeNull();
  expect(await there.query(api.viewer.get, {})).toBeNull();
  expect(await world.rows("sessionUses")).toEqual([]);
  await expect.poll(() => world.rows("authRefreshTokens")).toEqual([]);
  await expectRefusal(signIn(), "INVALID_CREDENTIALS");
  const again = await signIn("gully nights 2");
  expect((await again.query(api.viewer.get, {}))?.profile?.username).toBe(
    "Asha",
  );
});

test("a reset code works once", async () => {
  await signUp();
  await requestReset();
  const code = await mailedCode("/reset-password");
  await reset(code);
  await expectRefusal(reset(code, "gully nights 3"), "RESET_LINK_INVALID");
});

test("a reset code expires after an hour", async () => {
  await signUp();
  await requestReset();
  const code = await mailedCode("/reset-password");
  await expireCodes("reset");
  await expectRefusal(reset(code), "RESET_LINK_INVALID");
});

test("a reset code works only for its own account and purpose", async () => {
  await signUp();
  const activation = await mailedCode("/activate");
  await expectRefusal(reset(activation), "RESET_LINK_INVALID");
  await requestReset();
  const code = await mailedCode("/reset-password");
  const other = reset(code, "gully nights 2", "other@example.com");
  await expectRefusal(other, "RESET_LINK_INVALID");
  expect(await confirm(code)).toEqual({ status: "invalid" });
});

test("an invalid code costs no password hash", async () => {
  await signUp();
  const derived = vi.spyOn(crypto.subtle, "deriveBits");
  const attempt = reset("0".repeat(64));
  await expectRefusal(attempt, "RESET_LINK_INVALID");
  expect(derived).not.toHaveBeenCalled();
  derived.mockRestore();
});

test("after a reset the account knows only the browser that did it", async () => {
  await sign({ flow: "signUp", ...profile, device: "a".repeat(64) });
  await requestReset();
  const device = "b".repeat(64);
  await world.stranger.action(api.account.resetPassword, {
    email: EMAIL,
    code: await mailedCode("/reset-password"),
    newPassword: "gully nights 2",
    device,
  });
  vi.stubEnv("LIMIT_SIGN_IN_PER_ACCOUNT", "1");
  await expectRefusal(signIn("wrong"), "INVALID_CREDENTIALS");
  const params = { flow: "signIn", password: "gully nights 2" };
  const before = await reasonBy(sign({ ...params, device: "a".repeat(64) }));
  expect(before).toMatchObject({ code: "RATE_LIMITED" });
  await sign({ ...params, device });
});

test.each([
  ["asha@example.com", "PASSWORD_IS_NAME"],
  ["password1", "PASSWORD_COMMON"],
] as const)("refuses the new password %s: %s", async (password, code) => {
  await signUp();
  await requestReset();
  const mailed = await mailedCode("/reset-password");
  await expectRefusal(reset(mailed, password), code);
  await reset(mailed);
});

test("refusing a short password leaves the code usable", async () => {
  await signUp();
  await requestReset();
  const code = await mailedCode("/reset-password");
  await expectRefusal(reset(code, "12345"), "PASSWORD_TOO_SHORT");
  await reset(code);
});

test("an unknown address gets the same answer and no mail", async () => {
  await requestReset("nobody@example.com");
  expect(mailbox.mails).toEqual([]);
});

test("deletes codes a month after they expire", async () => {
  await signUp();
  await mailedCode("/activate");
  await world.t.run(async (ctx) => {
    const code = await ctx.db.query("mailedCodes").first();
    if (code) await ctx.db.patch("mailedCodes", code._id, { expiresAt: 1 });
  });
  await world.t.mutation(internal.account.purgeCodes, {});
  expect(await world.rows("mailedCodes")).toEqual([]);
});

test("takes the contact address from an option", async () => {
  const ask = () => world.stranger.query(api.account.supportEmail, {});
  expect(await ask()).toBe("support@gully-cypher.example");
  vi.stubEnv("SUPPORT_EMAIL", "help@example.com");
  expect(await ask()).toBe("help@example.com");
});
