import { expect, test, vi } from "vitest";
import { api, internal } from "./_generated/api";
import { forgetSignInCodes } from "./model/accounts/signInCodes";
import { sha256 } from "./model/sha256";
import { HOUR_MS } from "./shared/limits";
import { withMailWorld, type Mailbox } from "./testing/test.mailWorld";
import { expectRefusal, reasonBy, type World } from "./testing/test.world";

let mailbox: Mailbox;
let world: World;
withMailWorld((made) => ({ world, mailbox } = made));

const ASHA = { email: "asha@example.com", password: "gully nights 1" };
const PROFILE = { username: "Asha", role: "producer", state: "Kerala" };
const DEVICE = "d".repeat(64);
const OTHER_DEVICE = "e".repeat(64);

async function sign(flow: string, params: Record<string, string>) {
  const { tokens } = await world.stranger.action(api.auth.signIn, {
    provider: "password",
    params: { ...params, flow },
  });
  if (!tokens) throw new Error("no tokens");
}

const signUpOn = (device: string) =>
  sign("signUp", { ...ASHA, ...PROFILE, device });

const signInOn = (device: string, password = ASHA.password) =>
  sign("signIn", { email: ASHA.email, password, device });

/** Uses up the account's attempts, as guesses from many addresses would. */
async function lockDoor() {
  await world.t.run(async ({ db }) => {
    const key = sha256(`signIn:account everywhere ${ASHA.email}`);
    const row = { key, countedAt: Date.now(), fullAt: Date.now() + HOUR_MS };
    const found = await db
      .query("attemptCounters")
      .withIndex("by_key", (q) => q.eq("key", key))
      .unique();
    if (found) await db.patch("attemptCounters", found._id, row);
    else await db.insert("attemptCounters", row);
    for (const { _id } of await db.query("users").collect())
      await db.patch("users", _id, { emailVerificationTime: 1 });
  });
}

const signInWith = (device: string, code: string, password = ASHA.password) =>
  sign("signIn", { email: ASHA.email, password, device, code });

const codesMailed = () =>
  mailbox.mails.filter(({ text }) => text.includes("Your code"));

async function mailedCode(count = 1): Promise<string> {
  await world.settle();
  await expect.poll(codesMailed).toHaveLength(count);
  return /\b\d{8}\b/.exec(codesMailed().at(-1)?.text ?? "")?.[0] ?? "";
}

test("when strangers have locked the door, the right password and a mailed code open it once, in the browser that asked", async () => {
  await signUpOn(DEVICE);
  await lockDoor();
  await expectRefusal(signInOn(OTHER_DEVICE), "SIGN_IN_CODE_NEEDED");
  const code = await mailedCode();
  expect(code).toHaveLength(8);
  const elsewhere = signInWith("f".repeat(64), code);
  await expectRefusal(elsewhere, "SIGN_IN_CODE_WRONG");
  await signInWith(OTHER_DEVICE, ` ${code.slice(0, 4)} ${code.slice(4)} `);
  const again = signInWith("f".repeat(64), code);
  await expectRefusal(again, "SIGN_IN_CODE_WRONG");
  expect(await world.rows("signInCodes")).toEqual([]);
  await signInOn(OTHER_DEVICE); // the account knows this device by now
  await signInOn(DEVICE);
});

test.each([
  ["a browser that forbids storage", "", 1],
  ["a person who has not confirmed their address", OTHER_DEVICE, undefined],
])("%s gets in with a mailed code too", async (_, device, confirmedAt) => {
  await signUpOn(DEVICE);
  await lockDoor();
  await world.t.run(async ({ db }) => {
    for (const { _id } of await db.query("users").collect())
      await db.patch("users", _id, { emailVerificationTime: confirmedAt });
  });
  await expectRefusal(signInOn(device), "SIGN_IN_CODE_NEEDED");
  await signInWith(device, await mailedCode());
});

test("codes that have ended are deleted in batches, and all of a person who leaves", async () => {
  await signUpOn(DEVICE);
  const userId = (await world.rows("users"))[0]?._id;
  if (userId === undefined) throw new Error("there is nobody");
  const fill = (count: number) =>
    world.t.run(async ({ db }) => {
      for (let n = 0; n < count; n++)
        await db.insert("signInCodes", {
          ...{ userId, deviceHash: `${n}`, codeHash: null, triesLeft: 5 },
          expiresAt: 0,
        });
    });
  await fill(501);
  await world.t.mutation(internal.signInCodes.purge, {});
  await world.settle();
  expect(await world.rows("signInCodes")).toEqual([]);
  await fill(240);
  while (await world.t.run((ctx) => forgetSignInCodes(ctx, userId)));
  expect(await world.rows("signInCodes")).toEqual([]);
});

test("a wrong password gets the same answer, and no mail", async () => {
  await signUpOn(DEVICE);
  await lockDoor();
  const wrong = await reasonBy(signInOn(OTHER_DEVICE, "wrong"));
  expect(wrong).toEqual(await reasonBy(signInOn(OTHER_DEVICE)));
  await mailedCode(1);
  const guess = signInWith(OTHER_DEVICE, "12345678", "wrong");
  await expectRefusal(guess, "SIGN_IN_CODE_WRONG");
  const nobody = sign("signIn", {
    ...{ email: "nobody@example.com", password: "wrong" },
    device: OTHER_DEVICE,
  });
  await expectRefusal(nobody, "INVALID_CREDENTIALS");
  expect(codesMailed()).toHaveLength(1);
});

test("five wrong codes end the code, and fifteen minutes do", async () => {
  vi.stubEnv("LIMIT_SIGN_IN_PER_ACCOUNT", "100");
  await signUpOn(DEVICE);
  await lockDoor();
  await reasonBy(signInOn(OTHER_DEVICE));
  const code = await mailedCode();
  const wrong = code === "00000000" ? "11111111" : "00000000";
  for (let n = 0; n < 5; n++)
    await expectRefusal(signInWith(OTHER_DEVICE, wrong), "SIGN_IN_CODE_WRONG");
  await expectRefusal(signInWith(OTHER_DEVICE, code), "SIGN_IN_CODE_WRONG");
  await reasonBy(signInOn(OTHER_DEVICE));
  const late = await mailedCode(2);
  await world.t.run(async ({ db }) => {
    for (const { _id } of await db.query("signInCodes").collect())
      await db.patch("signInCodes", _id, { expiresAt: Date.now() });
  });
  await expectRefusal(signInWith(OTHER_DEVICE, late), "SIGN_IN_CODE_WRONG");
});

test("somebody who knows the password has few such mails sent", async () => {
  vi.stubEnv("LIMIT_SIGN_IN_PER_ACCOUNT", "100");
  vi.stubEnv("LIMIT_MAIL_PER_MAILBOX", "2");
  await signUpOn(DEVICE);
  await lockDoor();
  for (let n = 0; n < 4; n++)
    await expectRefusal(signInOn(OTHER_DEVICE), "SIGN_IN_CODE_NEEDED");
  await mailedCode(2);
});
