import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api, internal } from "./_generated/api";
import { claimAs } from "./testing/test.claims";
import { DAY_MS, HOUR_MS, UNCONFIRMED_MS } from "./shared/limits";
import { setAuthKeys } from "./testing/test.authKeys";
import {
  emailOf,
  joinWithPassword,
  leave,
  PASSWORD,
} from "./testing/test.leaver";
import {
  type Client,
  type Person,
  type PersonOptions,
  type World,
  expectRefusal,
  makeEmptyWorld,
} from "./testing/test.world";
import { sha256 } from "./model/sha256";

let world: World;
/** The time that the clock shows at the start of a test. */
let now: number;

beforeEach(async () => {
  await setAuthKeys();
  world = await makeEmptyWorld();
  await world.join();
  now = Math.ceil(await world.newestPersonAt());
  vi.useFakeTimers({ toFake: ["Date"], now });
});

afterEach(async () => {
  vi.useRealTimers();
  await world.end();
  vi.unstubAllEnvs();
});

const joinUnconfirmed = (options: PersonOptions = {}): Promise<Person> =>
  joinWithPassword(world, {
    ...{ role: "producer_rapper", username: "Squatter", isConfirmed: false },
    ...options,
  });

/** Gives a person a mailed link that confirms their address. */
async function mailLink({ userId }: Person): Promise<string> {
  const code = sha256(`${now} ${userId}`);
  await world.t.mutation(internal.account.keepCode, {
    ...{ userId, purpose: "confirm", codeHash: sha256(code) },
  });
  return code;
}

const confirm = (code: string) =>
  world.stranger.mutation(api.account.confirmEmail, { code });

const find = (text: string) =>
  world.stranger.query(api.profiles.search, { text, state: null, role: null });

const profileOf = ({ userId }: Person) =>
  world.stranger.query(api.profiles.get, { userId });

const isFree = (username: string) =>
  world.stranger.query(api.profiles.isUsernameFree, { username });

/**
 * Lets time pass after the test's start, and runs the hourly job with the turns
 * that follow it. The scheduler of a real backend sleeps past a clock that jumps.
 */
async function purgeAfter(ms: number): Promise<void> {
  vi.setSystemTime(now + ms);
  await runTurn({ afterAt: 0 });
}

async function runTurn(batch: { afterAt: number }): Promise<void> {
  const before = await turns();
  await world.t.mutation(internal.leaving.removeUnconfirmed, batch);
  while (await isSomebodyDue()) {
    await world.t.mutation(internal.leaving.removeDue, {});
  }
  const next = (await turns()).find(
    ({ afterAt }) => !before.some((turn) => turn.afterAt === afterAt),
  );
  if (next) await runTurn(next);
}

const isSomebodyDue = async () =>
  (await world.rows("departures")).some(({ dueAt }) => dueAt <= Date.now());

/** Returns the arguments of all turns that have been scheduled. */
const turns = () =>
  world.t.run(async ({ db }) => {
    const jobs = await db.system.query("_scheduled_functions").collect();
    return jobs
      .filter(({ name }) => name.endsWith(":removeUnconfirmed"))
      .map(({ args }) => args[0] as { afterAt: number }); // its only argument
  });

const isKept = async ({ userId }: Person) =>
  (await world.rows("users")).some(({ _id }) => _id === userId);

test("an artist is found and shown once the address is confirmed", async () => {
  const person = await joinUnconfirmed();
  const code = await mailLink(person);
  expect(await find("squat")).toEqual([]);
  expect(await profileOf(person)).toBeNull();
  expect(await isFree("squatter")).toBe(false);
  const viewer = await person.query(api.viewer.get, {});
  expect(viewer?.profile?.username).toBe("Squatter");

  await confirm(code);
  expect(await find("squat")).toMatchObject([{ username: "Squatter" }]);
  expect(await profileOf(person)).toMatchObject({ username: "Squatter" });
});

test("an account that nobody confirms goes after seven days, and frees name and address", async () => {
  const person = await joinUnconfirmed();
  await mailLink(person);
  await purgeAfter(UNCONFIRMED_MS - 1000);
  expect(await isKept(person)).toBe(true);
  await purgeAfter(UNCONFIRMED_MS + 1000);
  expect(await isKept(person)).toBe(false);
  expect(await isFree("squatter")).toBe(true);
  const email = emailOf(person);
  for (const table of [
    "profiles",
    "usernameLooks",
    "authAccounts",
    "authSessions",
    "mailedCodes",
    "departures",
  ] as const) {
    const rows = JSON.stringify(await world.rows(table));
    expect(rows, table).not.toContain(person.userId);
    expect(rows, table).not.toContain(email);
  }
  const { tokens } = await world.stranger.action(api.auth.signIn, {
    provider: "password",
    params: {
      ...{ flow: "signUp", email, password: PASSWORD },
      ...{ username: "Squatter", role: "rapper", state: "Delhi" },
    },
  });
  expect(tokens).toBeTruthy();
});

const offerNames = () =>
  world.t.mutation(internal.profiles.offerNames, { afterAt: 0 });

const rename = (person: Person, username: string) =>
  person.mutation(api.profiles.update, {
    ...{ username, bio: "", instagram: "", youtube: "" },
  });

const nameOf = async (person: Person) =>
  (await person.query(api.viewer.get, {}))?.profile?.username;

test("for a day nobody signs up with the name of an unconfirmed account; then whoever wants it", async () => {
  const squatter = await joinUnconfirmed();
  vi.setSystemTime(now + DAY_MS - 1000);
  await offerNames();
  const newcomer = { username: "squatter", isConfirmed: false };
  const early = world.join(newcomer);
  await expectRefusal(early, "USERNAME_TAKEN");
  vi.setSystemTime(now + DAY_MS + 1000);
  await offerNames();
  expect(await isFree("squatter")).toBe(true);
  const wanting = await world.join(newcomer);
  expect(await nameOf(wanting)).toBe("squatter");
  expect(await isFree("squatter")).toBe(false);
  expect(await nameOf(squatter)).toMatch(/^artist-\d{8}$/);
  expect(await isKept(squatter)).toBe(true);
});

test("look-alikes of the name are no longer held either", async () => {
  await joinUnconfirmed({ username: "paul" });
  vi.setSystemTime(now + DAY_MS + 1000);
  await offerNames();
  await world.join({ username: "pauI" });
  expect(await isFree("paul")).toBe(false);
});

test("somebody with a mailbox has the name after an hour", async () => {
  const squatter = await joinUnconfirmed();
  const artist = await world.join({ username: "artist" });
  vi.setSystemTime(now + HOUR_MS - 1000);
  await expectRefusal(rename(artist, "SQUATTER"), "USERNAME_TAKEN");
  vi.setSystemTime(now + HOUR_MS + 1000);
  await rename(artist, "SQUATTER");
  expect(await nameOf(artist)).toBe("SQUATTER");
  expect(await nameOf(squatter)).not.toMatch(/squatter/i);
});

test("a person who confirms a day later keeps the name that nobody wanted, for good", async () => {
  const person = await joinUnconfirmed();
  const code = await mailLink(person);
  vi.setSystemTime(now + DAY_MS - 1000);
  await confirm(code);
  vi.setSystemTime(now + 2 * DAY_MS);
  await offerNames();
  expect(await isFree("squatter")).toBe(false);
  expect(await nameOf(person)).toBe("Squatter");
});

test("who has lost a name reads so before confirming, gets a mail, and chooses another", async () => {
  const person = await joinUnconfirmed();
  vi.setSystemTime(now + DAY_MS + 1000);
  await offerNames();
  await world.join({ username: "squatter" });
  now = Date.now();
  const code = await mailLink(person);
  expect(
    await world.stranger.mutation(api.account.openConfirmation, { code }),
  ).toMatchObject({ status: "ready", lostName: "Squatter" });
  await confirm(code);
  const mails = await world.t.run(({ db }) =>
    db.system.query("_scheduled_functions").collect(),
  );
  expect(mails.map(({ args }) => args[0] as object)).toContainEqual(
    expect.objectContaining({ notice: "nameLost", userId: person.userId }),
  );
  await rename(person, "Second");
  expect(await nameOf(person)).toBe("Second");
});

test("a confirmed account stays, however old it is", async () => {
  const person = await joinUnconfirmed();
  await confirm(await mailLink(person));
  await purgeAfter(2 * UNCONFIRMED_MS);
  expect(await isKept(person)).toBe(true);
  expect(await profileOf(person)).not.toBeNull();
});

test("an account stays while a mailed link still works", async () => {
  const person = await joinUnconfirmed();
  vi.setSystemTime(now + UNCONFIRMED_MS - 1000);
  const code = await mailLink(person);
  await purgeAfter(UNCONFIRMED_MS + 1000);
  expect(await isKept(person)).toBe(true);
  await purgeAfter(UNCONFIRMED_MS + DAY_MS);
  expect(await isKept(person)).toBe(false);
  expect(await confirm(code)).toEqual({ status: "invalid" });
});

/** Things that only a confirmed person can have made. */
const BELONGINGS: [string, (person: Person) => Promise<unknown>][] = [
  ["a beat", (person) => world.publishBeat(person)],
  ["a verse", (person) => publishVerse(person)],
  ["a vote", (person) => vote(person)],
];

async function othersBeat() {
  const other = await world.join({ role: "producer", username: "other" });
  return world.publishBeat(other);
}

const publishVerse = async (person: Person) =>
  world.publishVerse(person, await othersBeat());

async function vote(person: Client) {
  const contentId = await othersBeat();
  await person.mutation(api.profiles.setRole, { role: "listener" });
  await person.mutation(api.votes.set, {
    ...{ contentType: "beat", contentId, voted: true },
  });
}

test.each(BELONGINGS)("an account with %s stays", async (_, make) => {
  const person = await joinUnconfirmed();
  await confirm(await mailLink(person));
  await make(person);
  await world.t.run(({ db }) =>
    db.patch("users", person.userId, { emailVerificationTime: undefined }),
  );
  await purgeAfter(2 * UNCONFIRMED_MS);
  expect(await isKept(person)).toBe(true);
});

test("an account stays while a moderator has to decide its claim", async () => {
  const person = await joinUnconfirmed();
  await claimAs(world, person, { link: `/beats/${await othersBeat()}` });
  await purgeAfter(2 * UNCONFIRMED_MS);
  expect(await isKept(person)).toBe(true);
  expect(await world.rows("claims")).toMatchObject([{ name: "Meera" }]);
});

test("a person who has asked to leave keeps their seven days", async () => {
  const person = await joinUnconfirmed();
  vi.setSystemTime(now + UNCONFIRMED_MS - 1000);
  const { dueAt } = await leave(person);
  await purgeAfter(UNCONFIRMED_MS + 1000);
  expect(await world.rows("departures")).toMatchObject([{ dueAt }]);
});

test("an account that is being removed cannot be confirmed or used", async () => {
  const person = await joinUnconfirmed();
  const code = await mailLink(person);
  vi.setSystemTime(now + UNCONFIRMED_MS + 1000);
  await world.t.mutation(internal.leaving.removeUnconfirmed, { afterAt: 0 });
  expect(await confirm(code)).not.toEqual({ status: "confirmed" });
  expect(await person.query(api.viewer.get, {})).toBeNull();
  const attempt = world.stranger.action(api.auth.signIn, {
    provider: "password",
    params: { flow: "signIn", email: emailOf(person), password: PASSWORD },
  });
  await expectRefusal(attempt, "INVALID_CREDENTIALS");
});

test("many accounts go in batches, past those that stay", async () => {
  const kept = await joinUnconfirmed({ username: "kept" });
  await claimAs(world, kept, { link: `/beats/${await othersBeat()}` });
  for (let n = 0; n < 25; n++) {
    await world.join({ username: `bot${n}`, isConfirmed: false });
  }
  now = Math.ceil(await world.newestPersonAt());
  await purgeAfter(2 * UNCONFIRMED_MS);
  expect(await world.rows("profiles")).toHaveLength(3);
  expect(await isKept(kept)).toBe(true);
});
