import { expect, test, vi } from "vitest";
import { api, internal } from "./_generated/api";
import { withMailWorld, type Mailbox } from "./testing/test.mailWorld";
import {
  expectRefusal,
  reasonBy,
  reasonOf,
  type World,
} from "./testing/test.world";

let mailbox: Mailbox;
let world: World;
withMailWorld((made) => ({ world, mailbox } = made));

const ASHA = {
  email: "asha@example.com",
  password: "gully nights 1",
  username: "Asha",
  role: "producer",
  state: "Kerala",
  instagram: "asha.beats",
  youtube: "",
};

const signUp = (fields: Partial<typeof ASHA> = {}) =>
  sign("signUp", { ...ASHA, ...fields });

const signIn = (email: string, password: string) =>
  sign("signIn", { email, password });

async function sign(flow: string, params: Record<string, string>) {
  const { tokens } = await world.stranger.action(api.auth.signIn, {
    provider: "password",
    params: { ...params, flow },
  });
  if (!tokens) throw new Error("no tokens");
  return world.bearer(tokens.token);
}

test("a sign-up creates an unconfirmed account, a profile and a session, and mails a link", async () => {
  const asha = await signUp({ email: "  ASHA@Example.com " });
  const viewer = await asha.query(api.viewer.get, {});
  expect(viewer).toMatchObject({
    email: "asha@example.com",
    emailConfirmedAt: null,
    profile: {
      username: "Asha",
      role: "producer",
      state: "Kerala",
      instagram: "asha.beats",
    },
  });
  const mail = await mailbox.mailTo("asha@example.com", "/activate");
  expect(mail.subject).toBe("Confirm your email for Gully Cypher");
});

test("a listener has no state and no social handles", async () => {
  await signUp({ role: "listener" });
  const [profile] = await world.rows("profiles");
  expect(profile).toMatchObject({ state: "", instagram: "", youtube: "" });
});

test.each([
  [{ email: " " }, "EMAIL_REQUIRED"],
  [{ email: "asha@" }, "EMAIL_INVALID"],
  [{ email: "<asha@example.com>" }, "EMAIL_INVALID"],
  [{ email: "x,asha@example.com" }, "EMAIL_INVALID"],
  [{ email: "g:asha@example.com;" }, "EMAIL_INVALID"],
  [{ email: "a(sha)@example.com" }, "EMAIL_INVALID"],
  [{ password: "" }, "PASSWORD_REQUIRED"],
  [{ password: "12345" }, "PASSWORD_TOO_SHORT"],
  [{ password: "x".repeat(201) }, "PASSWORD_TOO_LONG"],
  [{ username: "  " }, "USERNAME_REQUIRED"],
  [{ username: "a" }, "USERNAME_INVALID"],
  [{ role: "" }, "ROLE_REQUIRED"],
  [{ role: "admin" }, "ROLE_REQUIRED"],
  [{ state: "" }, "STATE_REQUIRED"],
  [{ state: "Texas" }, "STATE_REQUIRED"],
  [{ instagram: "https://evil.example/asha" }, "INSTAGRAM_INVALID"],
  [{ youtube: "https://instagram.com/asha" }, "YOUTUBE_INVALID"],
] as const)(
  "refuses a sign-up with %o and stores nothing",
  async (fields, code) => {
    await expectRefusal(signUp(fields), code);
    expect(await world.rows("users")).toEqual([]);
    expect(await world.rows("authAccounts")).toEqual([]);
  },
);

test("refuses a username taken in another case and stores nothing", async () => {
  await signUp();
  const second = { email: "b@example.com", username: "aSHA" };
  await expectRefusal(signUp(second), "USERNAME_TAKEN");
  expect(await world.rows("users")).toHaveLength(1);
  expect(await world.rows("authAccounts")).toHaveLength(1);
});

test("says at once that both address and username are taken, whose ever they are", async () => {
  await signUp();
  await signUp({ email: "b@example.com", username: "naezy" });
  const both = { code: "EMAIL_TAKEN", also: "USERNAME_TAKEN" };
  expect(await reasonBy(signUp({ username: "aSHA" }))).toMatchObject(both);
  expect(await reasonBy(signUp({ username: "nаezy" }))).toMatchObject(both); // with a Cyrillic a
  const free = await reasonBy(signUp({ username: "Sita" }));
  expect(free).not.toHaveProperty("also");
});

test("a name that is taken costs an attempt, and tells nothing about the address once there are none left", async () => {
  await signUp();
  const taken = { email: "b@example.com", username: "asha" };
  for (let n = 0; n < 5; n++)
    await expectRefusal(signUp(taken), "USERNAME_TAKEN");
  for (const username of ["asha", "Sita"])
    expect(await reasonBy(signUp({ ...taken, username }))).toMatchObject({
      code: "RATE_LIMITED",
    });
});

test("refuses a look-alike username but not an Indian one", async () => {
  await signUp({ username: "naezy" });
  const second = { email: "b@example.com", username: "nаezy" }; // with a Cyrillic a
  await expectRefusal(signUp(second), "USERNAME_TAKEN");
  await signUp({ ...second, username: "रात_की_चाय" });
});

test("refuses the names of those who run the site", async () => {
  await expectRefusal(signUp({ username: "аdmin" }), "USERNAME_TAKEN"); // with a Cyrillic a
  await expectRefusal(signUp({ username: "Gully.Cypher" }), "USERNAME_TAKEN");
  await expectRefusal(signUp({ username: ".." }), "USERNAME_INVALID");
});

test("exactly one of several simultaneous sign-ups with the same username succeeds", async () => {
  const emails = ["a@example.com", "b@example.com", "c@example.com"];
  const results = await Promise.allSettled(
    emails.map((email) => signUp({ email, username: "Naezy" })),
  );
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(
    1,
  );
  expect(await world.rows("profiles")).toHaveLength(1);
  expect(await world.rows("users")).toHaveLength(1);
});

test("exactly one of several simultaneous sign-ups with the same address succeeds", async () => {
  const results = await Promise.allSettled(
    ["a", "b"].map((name) => signUp({ username: `Asha-${name}` })),
  );
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(
    1,
  );
  const refused = results.find(({ status }) => status === "rejected");
  await expectRefusal(Promise.reject(reasonOf(refused)), "EMAIL_TAKEN");
});

test("a sign-up cannot be used to test passwords", async () => {
  await signUp();
  const other = { username: "Other" };
  await expectRefusal(signUp(other), "EMAIL_TAKEN");
  await expectRefusal(
    signUp({ ...other, password: "wrong-one" }),
    "EMAIL_TAKEN",
  );
});

test("a person can sign in before confirming, with the address in any case", async () => {
  await signUp();
  const asha = await signIn(" Asha@EXAMPLE.com", ASHA.password);
  const viewer = await asha.query(api.viewer.get, {});
  expect(viewer?.profile?.username).toBe("Asha");
  expect(viewer?.emailConfirmedAt).toBeNull();
});

test.each([
  ["a wrong password", ASHA.email, "gully nights 2", "INVALID_CREDENTIALS"],
  [
    "an unknown address",
    "b@example.com",
    "gully nights 1",
    "INVALID_CREDENTIALS",
  ],
  ["an endless password", ASHA.email, "x".repeat(999), "INVALID_CREDENTIALS"],
  [
    "more than a plain address",
    `<${ASHA.email}>`,
    "gully nights 1",
    "INVALID_CREDENTIALS",
  ],
  ["no address", "", "gully nights 1", "EMAIL_REQUIRED"],
  ["no password", ASHA.email, "", "PASSWORD_REQUIRED"],
] as const)("refuses to sign in with %s", async (_, email, password, code) => {
  await signUp();
  await expectRefusal(signIn(email, password), code);
});

test("a signed-out session has no viewer although its token is still valid", async () => {
  const asha = await signUp();
  await asha.action(api.auth.signOut, {});
  expect(await asha.query(api.viewer.get, {})).toBeNull();
});

test("too many attempts get a time to wait, even with the right password", async () => {
  vi.stubEnv("LIMIT_SIGN_IN_PER_ACCOUNT", "2");
  await signUp();
  for (const _ of [1, 2]) {
    await expectRefusal(signIn(ASHA.email, "wrong"), "INVALID_CREDENTIALS");
  }
  const error = await reasonBy(signIn(ASHA.email, ASHA.password));
  expect(error).toMatchObject({
    code: "RATE_LIMITED",
    message: "Too many attempts. Please try again in 5 minutes.",
  });
});

const DEVICE = "d".repeat(64);
const OTHER_DEVICE = "e".repeat(64);
const signUpOn = (device: string, fields: Partial<typeof ASHA> = {}) =>
  sign("signUp", { ...ASHA, ...fields, device });
const signInOn = (device: string, password = ASHA.password) =>
  sign("signIn", { email: ASHA.email, password, device });

test("strangers who guess do not lock out a device the account knows", async () => {
  vi.stubEnv("LIMIT_SIGN_IN_PER_ACCOUNT", "2");
  await signUpOn(DEVICE);
  await signUpOn(OTHER_DEVICE, { email: "b@example.com", username: "Other" });
  for (const _ of [1, 2]) {
    await expectRefusal(signIn(ASHA.email, "wrong"), "INVALID_CREDENTIALS");
  }
  for (const device of ["", OTHER_DEVICE, "made up"]) {
    const reason = await reasonBy(signInOn(device));
    expect(reason).toMatchObject({ code: "RATE_LIMITED" });
  }
  await signInOn(DEVICE);
  await expectRefusal(signInOn(DEVICE, "wrong"), "INVALID_CREDENTIALS");
  const own = await reasonBy(signInOn(DEVICE));
  expect(own).toMatchObject({ code: "RATE_LIMITED" });
});

test("a wrong password does not make a device known", async () => {
  await signUp();
  await expectRefusal(signInOn(DEVICE, "wrong"), "INVALID_CREDENTIALS");
  expect(await world.rows("knownDevices")).toEqual([]);
  await signInOn(DEVICE);
  await signInOn(DEVICE);
  const [known, ...more] = await world.rows("knownDevices");
  expect(more).toEqual([]);
  expect(JSON.stringify(known)).not.toContain(DEVICE);
});

test("an account remembers its ten latest devices", async () => {
  await signUp();
  const [account] = await world.rows("authAccounts");
  const { userId, secret = "" } = account ?? {};
  if (userId === undefined) throw new Error("no account");
  for (let n = 0; n < 12; n++) {
    const device = n.toString(16).repeat(64);
    const proof = { userId, secret, device };
    await world.t.mutation(internal.account.openSession, proof);
  }
  expect(await world.rows("knownDevices")).toHaveLength(10);
});

test("the password is stored as a slow salted hash", async () => {
  await signUp();
  const [account] = await world.rows("authAccounts");
  expect(account?.secret).toMatch(
    /^pbkdf2-sha512\$210000\$[0-9a-f]{32}\$[0-9a-f]{64}$/,
  );
});
