/**
 * Checks that no act of one person writes a row that strangers write too. On
 * Convex, where many transactions run at a time, they would wait for each
 * other.
 */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Id, TableNames } from "../_generated/dataModel";
import { api } from "../_generated/api";
import { sha256 } from "../model/sha256";
import schema from "../schema";
import { setAuthKeys } from "./test.authKeys";
import { at, personAt } from "./test.origins";
import { makeEmptyWorld, type Person, type World } from "./test.world";

const TABLES = Object.keys(schema.tables) as TableNames[];

interface Stranger extends Person {
  beatId: Id<"beats">;
  verseId: Id<"verses">;
  /** A beat of somebody else, where no other stranger acts. */
  otherBeat: Id<"beats">;
  /** The producer of that beat. */
  otherId: Id<"users">;
}

let world: World;

beforeEach(async () => {
  world = await makeEmptyWorld();
  // Jobs are separate transactions, and do not start in this test.
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  // Each act gets the next shard, as random choice does in the long run.
  let drawn = 0;
  vi.spyOn(Math, "random").mockImplementation(() => (drawn++ % 15) / 16);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** The union of all rows is too large for the compiler. */
const rowsOf = (table: TableNames): Promise<readonly { _id: string }[]> =>
  world.rows(table as "users");

/** Returns the text of each row, by its id. */
const allRows = async (): Promise<ReadonlyMap<string, string>> => {
  const tables = await Promise.all(
    TABLES.map(async (table) =>
      (await rowsOf(table)).map(
        (row) => [`${table} ${row._id}`, JSON.stringify(row)] as const,
      ),
    ),
  );
  return new Map(tables.flat());
};

/** Returns the rows that each of the acts writes. */
async function rowsOfAll(
  acts: readonly (() => Promise<unknown>)[],
): Promise<readonly string[]> {
  let common: readonly string[] | null = null;
  for (const act of acts) {
    const written = await rowsWrittenBy(act);
    expect(written.length).toBeGreaterThan(0);
    common = (common ?? written).filter((row) => written.includes(row));
  }
  return common ?? [];
}

/** Returns the rows that an act adds, changes or deletes. */
async function rowsWrittenBy(act: () => Promise<unknown>) {
  const before = await allRows();
  await act();
  const after = await allRows();
  const ids = new Set([...before.keys(), ...after.keys()]);
  return [...ids].filter((id) => before.get(id) !== after.get(id));
}

let addresses = 0;

const newAddress = () => `203.0.113.${++addresses}`;

/** Makes someone with an IP address, a beat and a verse of their own. */
async function makeStranger(): Promise<Stranger> {
  const person = await world.join({ role: "producer_rapper" });
  const other = await world.join({ role: "producer" });
  const beatId = await world.publishBeat(person);
  const otherBeat = await world.publishBeat(other);
  const verseId = await world.publishVerse(person, otherBeat, { words: "one" });
  const client = await personAt(world, person, newAddress());
  const otherId = other.userId;
  return { ...person, ...client, beatId, verseId, otherBeat, otherId };
}

type Act = (person: Stranger) => Promise<unknown>;

const profile = { instagram: "", youtube: "", bio: "new" };

/** The acts of people on the site, each on content of their own. */
const ACTS: Readonly<Record<string, Act>> = {
  "beats:create": (person) => world.publishBeat(person),
  "beats:remove": ({ beatId, ...by }) =>
    by.mutation(api.beats.remove, { beatId }),
  "beats:setTerms": ({ beatId, ...by }) =>
    by.mutation(api.beats.setTerms, { beatId, terms: "ask" }),
  "beats:setVersesLimit": ({ beatId, ...by }) =>
    by.mutation(api.beats.setVersesLimit, { beatId, versesCount: 20 }),
  "verses:create": (person) => world.publishVerse(person, person.otherBeat),
  "verses:remove": ({ verseId, ...by }) =>
    by.mutation(api.verses.remove, { verseId }),
  "words:saveDraft": ({ beatId, ...by }) =>
    by.mutation(api.words.saveDraft, {
      beatId,
      words: "one",
      base: null,
      ageMs: 0,
    }),
  "words:edit": ({ verseId, ...by }) =>
    by.mutation(api.words.edit, { verseId, words: "two" }),
  "words:withdraw": ({ verseId, ...by }) =>
    by.mutation(api.words.withdraw, { verseId }),
  "uploads:begin": (by) =>
    by.mutation(api.uploads.begin, {
      kind: "beats",
      contentType: "audio/mpeg",
      sizeBytes: 1_000_000,
      sha256: "a".repeat(64),
    }),
  "profiles:update": ({ username, ...by }) =>
    by.mutation(api.profiles.update, { ...profile, username: `${username}x` }),
  "profiles:setRole": (by) =>
    by.mutation(api.profiles.setRole, { role: "listener" }),
  "safety:report": ({ otherBeat, ...by }) =>
    by.mutation(api.safety.report, {
      subjectType: "beat",
      subjectId: otherBeat,
      reason: "spam",
      text: "",
    }),
  "follows:set": ({ otherId, ...by }) =>
    by.mutation(api.follows.set, { userId: otherId, isFollowed: true }),
  "ears:record": ({ otherBeat, ...by }) =>
    by.mutation(api.ears.record, { contentId: otherBeat }),
  "notices:markRead": (by) => by.mutation(api.notices.markRead, {}),
  "account:setMailLanguage": (by) =>
    by.mutation(api.account.setMailLanguage, { language: "hi" }),
  "account:requestReset": ({ username, ...by }) =>
    by.mutation(api.account.requestReset, { email: `${username}@example.com` }),
};

test.each(Object.entries(ACTS))(
  "%s writes no row that all others write",
  async (_, act) => {
    const people = [];
    for (let n = 0; n < 5; n++) people.push(await makeStranger());
    expect(await rowsOfAll(people.map((person) => () => act(person)))).toEqual(
      [],
    );
  },
);

test("votes on a busy beat write no row that all others write", async () => {
  const beatId = await world.publishBeat(
    await world.join({ role: "producer" }),
  );
  const acts = [];
  for (let n = 0; n < 7; n++) {
    const voter = await world.join();
    const vote = {
      contentType: "beat" as const,
      contentId: beatId,
      voted: true,
    };
    acts.push(() => voter.mutation(api.votes.set, vote));
  }
  // The first vote is counted at once, and the second makes the beat busy.
  for (const act of acts.splice(0, 2)) await act();
  expect(await rowsOfAll(acts)).toEqual([]);
});

test("follows of one artist write no row that all others write", async () => {
  const { userId } = await world.join({ role: "producer" });
  const acts = [];
  for (let n = 0; n < 6; n++) {
    const follower = await world.join();
    const follow = { userId, isFollowed: true };
    acts.push(() => follower.mutation(api.follows.set, follow));
  }
  // The first follow plans when the artist is told.
  await acts.shift()?.();
  expect(await rowsOfAll(acts)).toEqual([]);
});

/** Acts of strangers that send mail to an unconfirmed address. */
const MAILING: Readonly<Record<string, (n: number) => Promise<unknown>>> = {
  "sign-ups": (n) =>
    at(world.t, newAddress()).action(api.auth.signIn, {
      provider: "password",
      params: {
        flow: "signUp",
        email: `new${n}@example${n}.com`,
        password: "gully nights 1",
        username: `new${n}`,
        role: "rapper",
        state: "Delhi",
      },
    }),
  claims: async (n) => {
    const { otherBeat } = await makeStranger();
    return at(world.t, newAddress()).action(api.claims.create, {
      name: "Meera Iyer",
      email: `meera@example${n}.com`,
      link: `https://gully.example/beats/${otherBeat}`,
      work: "My track Rain, 2019",
      proof: "https://music.example/rain",
      signature: "Meera Iyer",
    });
  },
};

test.each(Object.entries(MAILING))(
  "%s write one row that all others write, which is busy only up to its limit",
  async (_, act) => {
    await setAuthKeys();
    vi.stubEnv("SMTP_URL", "smtp://127.0.0.1:1");
    const acts = [1, 2, 3, 4, 5].map((n) => () => act(n));
    const [shared, ...more] = await rowsOfAll(acts);
    expect(more).toEqual([]);
    const rows = await allRows();
    expect(rows.get(shared ?? "")).toContain(sha256("mail:site few"));
  },
);
