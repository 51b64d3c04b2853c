import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  expect,
  test,
  vi,
} from "vitest";
import { api } from "./_generated/api";
import { setAuthKeys } from "./test.auth";
import { openMailbox } from "./test.mailbox";
import {
  expectRefusal,
  makeEmptyWorld,
  reasonBy,
  reasonOf,
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

const ASHA = {
  email: "asha@example.com",
  password: "secret1",
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

test("a sign-up makes account, profile and session, unconfirmed, and mails a link", async () => {
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
  "a sign-up with %o is refused and leaves nothing",
  async (fields, code) => {
    await expectRefusal(signUp(fields), code);
    expect(await world.rows("users")).toEqual([]);
    expect(await world.rows("authAccounts")).toEqual([]);
  },
);

test("a username is taken whatever its case, and the sign-up leaves nothing", async () => {
  await signUp();
  const second = { email: "b@example.com", username: "aSHA" };
  await expectRefusal(signUp(second), "USERNAME_TAKEN");
  expect(await world.rows("users")).toHaveLength(1);
  expect(await world.rows("authAccounts")).toHaveLength(1);
});

test("of simultaneous sign-ups with one username exactly one succeeds", async () => {
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

test("of simultaneous sign-ups with one address exactly one succeeds", async () => {
  const results = await Promise.allSettled(
    ["a", "b"].map((name) => signUp({ username: `Asha-${name}` })),
  );
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(
    1,
  );
  const refused = results.find(({ status }) => status === "rejected");
  await expectRefusal(Promise.reject(reasonOf(refused)), "EMAIL_TAKEN");
});

test("a sign-up cannot be used to try out passwords", async () => {
  await signUp();
  const other = { username: "Other" };
  await expectRefusal(signUp(other), "EMAIL_TAKEN");
  await expectRefusal(
    signUp({ ...other, password: "wrong-one" }),
    "EMAIL_TAKEN",
  );
});

test("a person signs in before confirming, with any case of the address", async () => {
  await signUp();
  const asha = await signIn(" Asha@EXAMPLE.com", ASHA.password);
  const viewer = await asha.query(api.viewer.get, {});
  expect(viewer?.profile?.username).toBe("Asha");
  expect(viewer?.emailConfirmedAt).toBeNull();
});

test.each([
  ["a wrong password", ASHA.email, "secret2", "INVALID_CREDENTIALS"],
  ["an unknown address", "b@example.com", "secret1", "INVALID_CREDENTIALS"],
  ["an endless password", ASHA.email, "x".repeat(999), "INVALID_CREDENTIALS"],
  ["no address", "", "secret1", "EMAIL_REQUIRED"],
  ["no password", ASHA.email, "", "PASSWORD_REQUIRED"],
] as const)("%s does not sign in", async (_, email, password, code) => {
  await signUp();
  await expectRefusal(signIn(email, password), code);
});

test("a session that was signed out is nobody, though its token lives on", async () => {
  const asha = await signUp();
  await asha.action(api.auth.signOut, {});
  expect(await asha.query(api.viewer.get, {})).toBeNull();
});

test("too many attempts are told when to try again, even with the right password", async () => {
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

test("the password is stored as a slow salted hash", async () => {
  await signUp();
  const [account] = await world.rows("authAccounts");
  expect(account?.secret).toMatch(
    /^pbkdf2-sha512\$210000\$[0-9a-f]{32}\$[0-9a-f]{64}$/,
  );
});
