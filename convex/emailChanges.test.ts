import { expect, test, vi } from "vitest";
import { api, internal } from "./_generated/api";
import { ASHA, useAccountWorld } from "./testing/test.accountWorld";
import { expectRefusal, reasonBy, type Client } from "./testing/test.world";

const story = useAccountWorld();
const NEW = "asha.new@example.com";

const request = (person: Client, email = NEW, password = ASHA.password) =>
  person.action(api.emailChanges.request, { email, password });

const open = (code: string) =>
  story.world.stranger.mutation(api.emailChanges.open, { code });
const confirm = (code: string) =>
  story.world.stranger.mutation(api.emailChanges.confirm, { code });
const stop = (code: string) =>
  story.world.stranger.mutation(api.emailChanges.stop, { code });

const emailOf = async (person: Client) =>
  (await person.query(api.viewer.get, {}))?.email;
const confirmCode = (email = NEW, n = 1) =>
  story.mailedCode(email, "/email-change", n);
const stopCode = (n = 1, email = ASHA.email) =>
  story.mailedCode(email, "/email-change", n);

/** Someone signs up, with the first address of the story if no other is given. */
const signUpLater = (params = {}) =>
  story.signIn({
    ...{ flow: "signUp", username: "Later", role: "listener", state: "" },
    ...params,
  });

const expire = () =>
  story.world.t.run(async (ctx) => {
    for (const { _id } of await ctx.db.query("mailedCodes").collect()) {
      await ctx.db.patch("mailedCodes", _id, { expiresAt: 1 });
    }
  });

test("the address changes when the link at the new one is confirmed, not before", async () => {
  const asha = await story.join();
  await request(asha, "  Asha.New@Example.com ");
  const code = await confirmCode();
  const ready = { status: "ready", username: "Asha", email: NEW };
  expect(await open(code)).toEqual({ ...ready, act: "confirm" });
  expect(await open(await stopCode())).toEqual({ ...ready, act: "stop" });
  expect(await emailOf(asha)).toBe(ASHA.email);
  await story.signIn();

  expect(await confirm(code)).toEqual({ status: "confirmed" });
  expect(await emailOf(asha)).toBe(NEW);
  await expectRefusal(story.signIn(), "INVALID_CREDENTIALS");
  expect(await emailOf(await story.signIn({ email: NEW }))).toBe(NEW);
  expect(await confirm(code)).toEqual({ status: "confirmed" });
  expect(await open(code)).toEqual({ status: "confirmed" });
});

test("the settings show the change that waits, and it can be withdrawn", async () => {
  const asha = await story.join();
  const waiting = async () =>
    (await asha.query(api.account.settings, {}))?.emailChange;
  expect(await waiting()).toBeNull();
  await request(asha);
  const code = await confirmCode();
  expect(await waiting()).toMatchObject({ email: NEW });
  await asha.mutation(api.emailChanges.cancel, {});
  await asha.mutation(api.emailChanges.cancel, {});
  expect(await waiting()).toBeNull();
  expect(await confirm(code)).toEqual({ status: "stopped" });
  expect(await emailOf(asha)).toBe(ASHA.email);
});

test("withdrawing a change spends every code for it, however many there are", async () => {
  const asha = await story.join();
  await request(asha);
  await confirmCode();
  const [sample] = await story.world.rows("emailChanges");
  if (!sample) throw new Error("no change");
  const mailed = { userId: sample.userId, purpose: "emailChange" } as const;
  await story.world.t.run(async (ctx) => {
    for (let n = 0; n < 1_100; n += 1) {
      const codeHash = `many ${n}`;
      const row = { ...mailed, codeHash, expiresAt: Date.now() + 1e9 };
      await ctx.db.insert("mailedCodes", { ...row, usedAt: null });
    }
  });
  await asha.mutation(api.emailChanges.cancel, {});
  const later = { ...mailed, codeHash: "later", expiresAt: Date.now() + 1e9 };
  await story.world.t.run((ctx) =>
    ctx.db.insert("mailedCodes", { ...later, usedAt: null }),
  );
  await story.world.settle();
  const codes = await story.world.rows("mailedCodes");
  const unspent = codes.filter(
    ({ purpose, usedAt }) => purpose === "emailChange" && usedAt === null,
  );
  expect(unspent.map(({ codeHash }) => codeHash)).toEqual(["later"]);
});

test("a signed-out person can neither request nor withdraw a change", async () => {
  await story.join();
  const { stranger } = story.world;
  await expectRefusal(request(stranger), "NOT_SIGNED_IN");
  const cancelled = stranger.mutation(api.emailChanges.cancel, {});
  await expectRefusal(cancelled, "NOT_SIGNED_IN");
});

test.each([
  [" ", ASHA.password, "EMAIL_REQUIRED"],
  ["asha@", ASHA.password, "EMAIL_INVALID"],
  ["x,asha@example.com", ASHA.password, "EMAIL_INVALID"],
  [`${"x".repeat(1000)}@example.com`, ASHA.password, "EMAIL_INVALID"],
  [NEW, "", "PASSWORD_REQUIRED"],
  [NEW, "gully nights 2", "PASSWORD_WRONG"],
  [NEW, "x".repeat(2000), "PASSWORD_WRONG"],
  ["ASHA@example.com", ASHA.password, "EMAIL_SAME"],
] as const)("refuses %j with %j: %s", async (email, password, code) => {
  const asha = await story.join();
  await expectRefusal(request(asha, email, password), code);
  expect(await story.world.rows("emailChanges")).toEqual([]);
});

test("refuses a person whose address is not confirmed", async () => {
  const asha = await story.join();
  await story.world.t.run(async (ctx) => {
    const [user] = await ctx.db.query("users").collect();
    const changed = { emailVerificationTime: undefined };
    if (user) await ctx.db.patch("users", user._id, changed);
  });
  await expectRefusal(request(asha), "EMAIL_NOT_CONFIRMED");
});

test("a taken address is refused as at sign-up, only after the password, and gets no mail", async () => {
  const asha = await story.join();
  await story.signIn({
    ...{ flow: "signUp", email: NEW, username: "Taken" },
    ...{ role: "listener", state: "" },
  });
  await story.mailedCode(NEW, "/activate");
  await expectRefusal(request(asha, NEW, "wrong one"), "PASSWORD_WRONG");
  await expectRefusal(request(asha), "EMAIL_TAKEN");
  await story.world.settle();
  expect(story.mails.filter(({ to }) => to === NEW)).toHaveLength(1);
});

test("asking who has an account counts as asking for a change", async () => {
  const asha = await story.join();
  await story.signIn({
    ...{ flow: "signUp", email: NEW, username: "Taken" },
    ...{ role: "listener", state: "" },
  });
  vi.stubEnv("LIMIT_MAIL_PER_ACCOUNT", "1");
  await expectRefusal(request(asha), "EMAIL_TAKEN");
  const again = await reasonBy(request(asha, "third@example.com"));
  expect(again).toMatchObject({ code: "RATE_LIMITED" });
});

test("an address that was taken in the meantime is not taken away", async () => {
  const asha = await story.join();
  await request(asha);
  const code = await confirmCode();
  const other = await signUpLater({ email: NEW });
  expect(await confirm(code)).toEqual({ status: "taken" });
  expect(await emailOf(asha)).toBe(ASHA.email);
  expect(await emailOf(other)).toBe(NEW);
});

test("the previous address stops a change, and a second click says so again", async () => {
  const asha = await story.join();
  await request(asha);
  const [code, stopping] = [await confirmCode(), await stopCode()];
  expect(await stop(stopping)).toEqual({ status: "stopped" });
  expect(await stop(stopping)).toEqual({ status: "stopped" });
  expect(await confirm(code)).toEqual({ status: "stopped" });
  expect(await emailOf(asha)).toBe(ASHA.email);
});

test("the previous address undoes a change, which ends every session and mails a reset", async () => {
  const thief = await story.join();
  await request(thief);
  const stopping = await stopCode();
  await confirm(await confirmCode());
  await request(thief, "third@example.com");
  const later = await stopCode(1, NEW).then(async (first) =>
    first === (await confirmCode()) ? stopCode(2, NEW) : first,
  );
  expect(await open(stopping)).toMatchObject({ status: "ready", act: "undo" });
  expect(await stop(stopping)).toEqual({ status: "restored" });
  expect(await emailOf(thief)).toBeUndefined();
  expect(await stop(stopping)).toEqual({ status: "restored" });
  const third = await confirmCode("third@example.com");
  expect(await confirm(third)).toEqual({ status: "stopped" });
  expect((await stop(later)).status).not.toBe("restored");

  const code = await story.mailedCode(ASHA.email, "/reset-password");
  const newPassword = "owner again 1";
  const reset = { email: ASHA.email, code, newPassword };
  await story.world.stranger.action(api.account.resetPassword, reset);
  const owner = await story.signIn({ password: newPassword });
  expect(await emailOf(owner)).toBe(ASHA.email);
});

test("an undo does not take the address from someone who has it by now", async () => {
  const asha = await story.join();
  await request(asha);
  const stopping = await stopCode();
  await confirm(await confirmCode());
  await signUpLater();
  const code = await story.mailedCode(ASHA.email, "/activate", 2);
  await story.world.stranger.mutation(api.account.confirmEmail, { code });
  expect(await stop(stopping)).toEqual({ status: "taken" });
  expect(await emailOf(asha)).toBe(NEW);
});

test("an account that nobody confirmed cannot stand in the way of an undo", async () => {
  const thief = await story.join();
  await request(thief);
  const stopping = await stopCode();
  await confirm(await confirmCode());
  const blocker = await signUpLater();
  expect(await stop(stopping)).toEqual({ status: "restored" });
  expect(await emailOf(blocker)).toBeUndefined();
  await story.world.settle();
  const profiles = await story.world.rows("profiles");
  expect(profiles.map(({ username }) => username)).toEqual(["Asha"]);
});

test("a new password stops a change that waits", async () => {
  const asha = await story.join();
  await request(await story.signIn());
  const code = await confirmCode();
  await asha.action(api.account.changePassword, {
    password: ASHA.password,
    newPassword: "owner again 9",
  });
  expect(await confirm(code)).toEqual({ status: "stopped" });
  expect(await emailOf(asha)).toBe(ASHA.email);
});

test("a later request replaces an earlier one", async () => {
  const asha = await story.join();
  await request(asha);
  const first = await confirmCode();
  await request(asha, "third@example.com");
  const second = await confirmCode("third@example.com");
  expect(await confirm(first)).toEqual({ status: "invalid" });
  expect(await confirm(second)).toEqual({ status: "confirmed" });
});

test("each code works only for its own act", async () => {
  const asha = await story.join();
  await request(asha);
  expect(await stop(await confirmCode())).toEqual({ status: "invalid" });
  expect(await confirm(await stopCode())).toEqual({ status: "invalid" });
  const reset = story.world.stranger.action(api.account.resetPassword, {
    email: ASHA.email,
    code: await stopCode(),
    newPassword: "gully nights 3",
  });
  await expectRefusal(reset, "RESET_LINK_INVALID");
});

test.each(["", "0".repeat(64), "A".repeat(64), "0".repeat(1000)])(
  "a made-up code %j does nothing",
  async (code) => {
    const asha = await story.join();
    await request(asha);
    await confirmCode();
    await stopCode();
    for (const act of [open, confirm, stop]) {
      expect(await act(code)).toEqual({ status: "invalid" });
    }
  },
);

test("expired links do nothing", async () => {
  const asha = await story.join();
  await request(asha);
  const [code, stopping] = [await confirmCode(), await stopCode()];
  await expire();
  expect(await confirm(code)).toEqual({ status: "expired" });
  expect(await stop(stopping)).toEqual({ status: "expired" });
  expect(await emailOf(asha)).toBe(ASHA.email);
});

test("a password reset stops a change that waits", async () => {
  const asha = await story.join();
  await request(asha);
  const code = await confirmCode();
  const { stranger } = story.world;
  await stranger.mutation(api.account.requestReset, { email: ASHA.email });
  await stranger.action(api.account.resetPassword, {
    email: ASHA.email,
    code: await story.mailedCode(ASHA.email, "/reset-password"),
    newPassword: "gully nights 3",
  });
  expect(await confirm(code)).toEqual({ status: "stopped" });
});

test("when confirm and stop arrive at once, the account keeps one address", async () => {
  const asha = await story.join();
  await request(asha);
  const [code, stopping] = [await confirmCode(), await stopCode()];
  await Promise.all([confirm(code), stop(stopping)]);
  const [user] = await story.world.rows("users");
  const [account] = await story.world.rows("authAccounts");
  expect(user?.email).toBe(ASHA.email);
  expect(account?.providerAccountId).toBe(ASHA.email);
  expect(await open(code)).not.toMatchObject({ status: "ready" });
  void asha;
});

test("limits requests by account, and says how long to wait", async () => {
  vi.stubEnv("LIMIT_MAIL_PER_ACCOUNT", "1");
  const asha = await story.join();
  await request(asha);
  await confirmCode();
  await stopCode();
  const again = request(asha, "third@example.com");
  expect(await reasonBy(again)).toMatchObject({
    code: "RATE_LIMITED",
    message: expect.stringMatching(
      /^Too many attempts\. Please try again in /,
    ) as string,
  });
});

test("resets that strangers ask for stop nobody from taking a free address", async () => {
  vi.stubEnv("LIMIT_MAIL_PER_ACCOUNT", "1");
  const asha = await story.join();
  const askForReset = (email: string) =>
    story.world.stranger.mutation(api.account.requestReset, { email });
  for (const email of [NEW, ASHA.email]) {
    await askForReset(email);
    expect(await reasonBy(askForReset(email))).toMatchObject({
      code: "RATE_LIMITED",
    });
  }
  await request(asha);
  expect(await confirm(await confirmCode())).toEqual({ status: "confirmed" });
});

test("wrong passwords are counted", async () => {
  vi.stubEnv("LIMIT_PASSWORD_PER_ACCOUNT", "2");
  const asha = await story.join();
  await expectRefusal(request(asha, NEW, "wrong one"), "PASSWORD_WRONG");
  await expectRefusal(request(asha, NEW, "wrong two"), "PASSWORD_WRONG");
  expect(await reasonBy(request(asha))).toMatchObject({ code: "RATE_LIMITED" });
});

test("keeps neither codes nor passwords in plain text, and forgets old requests", async () => {
  const asha = await story.join();
  await request(asha);
  const [code, stopping] = [await confirmCode(), await stopCode()];
  const everything = JSON.stringify([
    await story.world.rows("mailedCodes"),
    await story.world.rows("emailChanges"),
    await story.world.t.run((ctx) =>
      ctx.db.system.query("_scheduled_functions").collect(),
    ),
  ]);
  for (const secret of [code, stopping, ASHA.password]) {
    expect(everything).not.toContain(secret);
  }
  await story.world.t.run(async (ctx) => {
    const [change] = await ctx.db.query("emailChanges").collect();
    if (change) {
      await ctx.db.patch("emailChanges", change._id, { requestedAt: 1 });
    }
  });
  await story.world.t.mutation(internal.emailChanges.purge, {});
  expect(await story.world.rows("emailChanges")).toEqual([]);
  expect(await confirm(code)).toEqual({ status: "invalid" });
});
