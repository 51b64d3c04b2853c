import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  expect,
  test,
  vi,
} from "vitest";
import { api, internal } from "./_generated/api";
import type { CodePurpose } from "./shared/validators";
import { setAuthKeys } from "./test.auth";
import { linkIn, openMailbox } from "./test.mailbox";
import {
  expectRefusal,
  makeEmptyWorld,
  reasonBy,
  type Client,
  type World,
} from "./test.setup";

let mailbox: Awaited<ReturnType<typeof openMailbox>>;
let world: World;

beforeAll(async () => {
  mailbox = await openMailbox();
});

beforeEach(async () => {
  await setAuthKeys();
  mailbox.mails.length = 0;
  vi.stubEnv("SMTP_URL", mailbox.url);
  world = await makeEmptyWorld();
});

afterEach(async () => {
  await world.settle();
  vi.unstubAllEnvs();
});

afterAll(() => mailbox.close());

const EMAIL = "asha@example.com";
const PASSWORD = "secret1";
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

/** The code of the n-th mail that links to a page. */
async function mailedCode(path: string, n = 1): Promise<string> {
  const link = linkIn(await mailbox.mailTo(EMAIL, path, n));
  expect(link.origin).toBe("http://localhost:5173");
  return link.searchParams.get("code") ?? "";
}

const confirm = (code: string) =>
  world.stranger.mutation(api.account.confirmEmail, { code });

const expireCodes = (purpose: CodePurpose) =>
  world.t.run(async (ctx) => {
    for (const code of await ctx.db.query("mailedCodes").collect()) {
      if (code.purpose !== purpose) continue;
      await ctx.db.patch("mailedCodes", code._id, { expiresAt: Date.now() });
    }
  });

test("the mailed link confirms the account on any device, and twice is harmless", async () => {
  const asha = await signUp();
  const code = await mailedCode("/activate");
  expect(await confirm(code)).toEqual({ status: "confirmed" });
  const viewer = await asha.query(api.viewer.get, {});
  expect(viewer?.emailConfirmedAt).toBeTypeOf("number");
  expect(await confirm(code)).toEqual({ status: "confirmed" });
});

test("a forged code confirms nothing", async () => {
  const asha = await signUp();
  expect(await confirm("0".repeat(64))).toEqual({ status: "invalid" });
  expect(await confirm("")).toEqual({ status: "invalid" });
  expect((await asha.query(api.viewer.get, {}))?.emailConfirmedAt).toBeNull();
});

test("a code of yesterday has expired, and a new mail helps", async () => {
  const asha = await signUp();
  const code = await mailedCode("/activate");
  await expireCodes("confirm");
  expect(await confirm(code)).toEqual({ status: "expired" });
  await asha.mutation(api.account.resendActivation, {});
  const again = await mailedCode("/activate", 2);
  expect(await confirm(again)).toEqual({ status: "confirmed" });
  expect(await confirm(code)).toEqual({ status: "confirmed" });
});

test("resending does not take the first mail's code out of use", async () => {
  const asha = await signUp();
  const first = await mailedCode("/activate");
  await asha.mutation(api.account.resendActivation, {});
  await mailedCode("/activate", 2);
  expect(await confirm(first)).toEqual({ status: "confirmed" });
});

test("without a session there is no address to resend to", async () => {
  const attempt = world.stranger.mutation(api.account.resendActivation, {});
  await expectRefusal(attempt, "EMAIL_MISSING");
});

test("a confirmed person gets no further activation mail", async () => {
  const asha = await signUp();
  await confirm(await mailedCode("/activate"));
  await asha.mutation(api.account.resendActivation, {});
  await world.settle();
  expect(mailbox.mails).toHaveLength(1);
});

test("mails to one address are limited, with the time to wait", async () => {
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

test("codes are kept as hashes only", async () => {
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

const reset = (code: string, newPassword = "secret2", email = EMAIL) =>
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
  await expectRefusal(signIn(), "INVALID_CREDENTIALS");
  const again = await signIn("secret2");
  expect((await again.query(api.viewer.get, {}))?.profile?.username).toBe(
    "Asha",
  );
});

test("a reset code works once", async () => {
  await signUp();
  await requestReset();
  const code = await mailedCode("/reset-password");
  await reset(code);
  await expectRefusal(reset(code, "secret3"), "RESET_LINK_INVALID");
});

test("after an hour a reset code has expired", async () => {
  await signUp();
  await requestReset();
  const code = await mailedCode("/reset-password");
  await expireCodes("reset");
  await expectRefusal(reset(code), "RESET_LINK_INVALID");
});

test("a reset code serves its own account and purpose only", async () => {
  await signUp();
  const activation = await mailedCode("/activate");
  await expectRefusal(reset(activation), "RESET_LINK_INVALID");
  await requestReset();
  const code = await mailedCode("/reset-password");
  const other = reset(code, "secret2", "other@example.com");
  await expectRefusal(other, "RESET_LINK_INVALID");
  expect(await confirm(code)).toEqual({ status: "invalid" });
});

test("a short new password is refused and keeps the code", async () => {
  await signUp();
  await requestReset();
  const code = await mailedCode("/reset-password");
  await expectRefusal(reset(code, "12345"), "PASSWORD_TOO_SHORT");
  await reset(code);
});

test("an unknown address is answered the same and gets no mail", async () => {
  await requestReset("nobody@example.com");
  expect(mailbox.mails).toEqual([]);
});

test("codes a month past their time are forgotten", async () => {
  await signUp();
  await mailedCode("/activate");
  await world.t.run(async (ctx) => {
    const code = await ctx.db.query("mailedCodes").first();
    if (code) await ctx.db.patch("mailedCodes", code._id, { expiresAt: 1 });
  });
  await world.t.mutation(internal.account.purgeCodes, {});
  expect(await world.rows("mailedCodes")).toEqual([]);
});

test("the contact page's address is an option", async () => {
  const ask = () => world.stranger.query(api.account.supportEmail, {});
  expect(await ask()).toBe("support@gully-cypher.example");
  vi.stubEnv("SUPPORT_EMAIL", "help@example.com");
  expect(await ask()).toBe("help@example.com");
});
