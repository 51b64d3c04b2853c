/**
 * Three tabs of one person, as WebSockets without a browser. Other people make events, and the
 * server restarts in between.
 */
import { expect } from "@playwright/test";
import type { ConvexClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { setTimeout as pause } from "node:timers/promises";
import { pick, seededRandom } from "../tools/demo/synth/random.ts";
import type { Addresses } from "./app.ts";
import { makeBeat, makeVerse, versesOf } from "./content.ts";
import { type Person, connect, join } from "./people.ts";
import { changeStored, rowsOf } from "./storedData.ts";
import { test } from "./story.ts";

/** Number of events. Set `BELL_EVENTS=1000` in the environment for more. */
const EVENTS = Number(process.env.BELL_EVENTS ?? 48);
/** Switches these limits off, because the events come within minutes instead of days. */
const NO_LIMITS = {
  LIMIT_LISTEN_PER_ACCOUNT: "off",
  LIMIT_PUBLISH_PER_ACCOUNT: "off",
  LIMIT_PUBLISH_PER_YOUNG_ACCOUNT: "off",
  LIMIT_PUBLISH_PER_ORIGIN: "off",
  LIMIT_RING_PER_ACCOUNT: "off",
  LIMIT_UPLOAD_PER_ACCOUNT: "off",
  LIMIT_UPLOAD_PER_ORIGIN: "off",
  LIMIT_JOIN_PER_ACCOUNT: "off",
  LIMIT_JOIN_PER_ORIGIN: "off",
  LIMIT_PIECE_PER_ACCOUNT: "off",
  LIMIT_STORAGE_PER_ACCOUNT: "off",
};
/** How often each kind of act is drawn, relative to the others. */
const WEIGHTS = { verse: 6, listen: 2, read: 1 };
type Act = keyof typeof WEIGHTS;
const VERSES_ON_A_BEAT = 10;
/** Verses of one person count as one event if they are published closer together than this. */
const APART_MS = 1_100;
const KEPT = 100;

interface Ring {
  readonly kind: string;
  readonly count: number;
  readonly isRead: boolean;
  readonly subject: {
    readonly beatId: string;
    readonly verseId: string | null;
  };
}

const bellUnread = makeFunctionReference<
  "query",
  Record<string, never>,
  number
>("bell:unread");
const bellList = makeFunctionReference<
  "query",
  { count: number },
  { rings: Ring[] }
>("bell:list");
const markRead = makeFunctionReference<"mutation", { upTo: number }>(
  "bell:markRead",
);
const listen = makeFunctionReference<"mutation", { contentId: string }>(
  "ears:record",
);

/** What one row of the bell must show. */
interface Row {
  readonly key: string;
  readonly people: Set<string>;
  isRead: boolean;
}

/** The rows that one person should have, the oldest first. */
class Bell {
  rows: Row[] = [];

  ring(key: string, ...people: string[]): void {
    const unread = this.rows.find((row) => row.key === key && !row.isRead);
    const all = new Set([...(unread?.people ?? []), ...people]);
    const row = { key, people: all, isRead: false };
    const others = this.rows.filter((one) => one !== unread);
    this.rows = [...others, row].slice(-KEPT);
  }

  read(): void {
    for (const row of this.rows) row.isRead = true;
  }

  /** The rows as text, newest first, as the page shows them. */
  get lines(): string[] {
    return this.rows
      .map(({ key, people, isRead }) => lineOf(key, people.size, isRead))
      .toReversed();
  }

  get badge(): number {
    const unread = this.rows.filter(({ isRead }) => !isRead).length;
    return Math.min(unread, 10);
  }
}

const lineOf = (key: string, count: number, isRead: boolean) =>
  `${key}: ${count}${isRead ? ", read" : ""}`;

/** A tab, which always holds the latest state of the bell that the server sent. */
class Tab {
  readonly client: ConvexClient;
  lines: readonly string[] = [];
  badge = -1;

  constructor(app: Addresses, person: Person) {
    this.client = connect(app, person);
    this.client.onUpdate(bellList, { count: KEPT }, ({ rings }) => {
      this.lines = rings.map(({ kind, subject, count, isRead }) =>
        lineOf(`${kind} ${subject.verseId ?? subject.beatId}`, count, isRead),
      );
    });
    this.client.onUpdate(bellUnread, {}, (unread) => {
      this.badge = unread;
    });
  }

  async expect(bell: Bell): Promise<void> {
    await expect.poll(() => this.lines).toEqual(bell.lines);
    await expect.poll(() => this.badge).toBe(bell.badge);
  }
}

/** Publishes a verse once, even if the server stops before it has answered. */
async function publish(
  { client, userId }: Person,
  beatId: string,
  send: () => Promise<string>,
): Promise<string> {
  const person = { client } as Person; // `versesOf` uses only the client
  const own = async () =>
    (await versesOf(person, beatId)).filter(
      ({ rapper }) => rapper.userId === userId,
    );
  const before = await stubbornly(own);
  return stubbornly(async () => {
    const [newest] = await own();
    if (newest && newest.id !== before[0]?.id) return newest.id;
    return send();
  });
}

/** Tries again while the server is away. */
async function stubbornly<T>(call: () => Promise<T>): Promise<T> {
  const done: { value?: T } = {};
  await expect(async () => {
    done.value = await call();
  }).toPass({ intervals: [200] });
  return done.value as T; // `toPass` has succeeded
}

test("three tabs show the stored rows after restarts amid events, and nothing rings twice", async ({
  startOwnApp,
}) => {
  test.slow();
  const app = await startOwnApp(NO_LIMITS);
  const owner = await join(app, "producer_rapper");
  const others = [
    await join(app, "rapper"),
    await join(app, "rapper"),
    await join(app, "rapper"),
  ];
  const ears = others.map((person) => connect(app, person));
  const tabs = [new Tab(app, owner), new Tab(app, owner), new Tab(app, owner)];
  const bell = new Bell();
  const random = seededRandom(97);
  let beat = { id: "", ownVerse: "", verses: VERSES_ON_A_BEAT };
  let heardBy = new Set<ConvexClient>();

  const openBeat = async () => {
    const { id } = await stubbornly(() => makeBeat(owner));
    const send = () => makeVerse(owner, id);
    beat = { id, ownVerse: await publish(owner, id, send), verses: 1 };
    heardBy = new Set();
  };
  const acts: Record<Act, () => Promise<void>> = {
    async verse() {
      if (beat.verses === VERSES_ON_A_BEAT) await openBeat();
      const by = pick(random, others);
      const isAnswer = random() < 0.5;
      const answersId = isAnswer ? beat.ownVerse : undefined;
      const place = answersId === undefined ? {} : { answersId };
      await publish(by, beat.id, () => makeVerse(by, beat.id, place));
      beat.verses += 1;
      const subject = isAnswer ? beat.ownVerse : beat.id;
      bell.ring(`${isAnswer ? "answer" : "verse"} ${subject}`, by.userId);
    },
    async listen() {
      const by = pick(random, ears);
      // The listen is sent twice, as two tabs would send it.
      const said = [1, 2].map(() =>
        by.mutation(listen, { contentId: beat.id }),
      );
      await Promise.all(said);
      const isThird = heardBy.size === 2 && !heardBy.has(by);
      heardBy.add(by);
      if (isThird) bell.ring(`listens ${beat.id}`, "1", "2", "3");
    },
    async read() {
      await pause(APART_MS);
      const { client } = pick(random, tabs);
      await client.mutation(markRead, { upTo: Date.now() });
      bell.read();
    },
  };
  const drawn = Object.keys(WEIGHTS).flatMap((act) =>
    Array.from({ length: WEIGHTS[act as Act] }, () => act as Act),
  );

  await openBeat();
  let restart = Promise.resolve();
  for (let event = 1; event <= EVENTS; event += 1) {
    if (event % Math.ceil(EVENTS / 3) === 0)
      restart = restart.then(() => app.stop()).then(() => app.startAgain());
    await acts[pick(random, drawn)]();
  }
  await restart;
  for (const tab of tabs) await tab.expect(bell);

  const stored: string[] = [];
  await changeStored(app, (transaction) => {
    for (const { row } of rowsOf(transaction, "bell")) {
      expect(row.userId).toBe(owner.userId);
      const key = `${row.kind as string} ${row.subjectId as string}`;
      stored.push(lineOf(key, Number(row.count), row.readAt !== null));
    }
  });
  expect(stored.toSorted()).toEqual(bell.lines.toSorted());
  for (const tab of tabs) await tab.expect(bell);
  for (const client of [...tabs.map((tab) => tab.client), ...ears])
    await client.close();
});
