/** Checks that a change reruns the live queries that show it, and no others. */
import { ConvexClient } from "convex/browser";
import type { FunctionArgs, FunctionReference } from "convex/server";
import { expect, inject, test } from "vitest";
import { api } from "./_generated/api";
import "./testing/test.deployment";
import { makeWorld, type Client, type World } from "./testing/test.world";

/** Returns how many queries have run so far, live or not. */
async function countQueries(): Promise<number> {
  const { url, adminKey } = inject("deployment");
  const headers = { Authorization: `Convex ${adminKey}` };
  const response = await fetch(`${url}/metrics`, { headers });
  const counted = /\{udf_type="Query",outcome="ok"\} (\d+)/;
  const count = Number(counted.exec(await response.text())?.[1]);
  if (Number.isNaN(count)) throw new Error("the server counts no queries");
  return count;
}

/** Subscribes to several queries, each under a name. */
class Viewer implements AsyncDisposable {
  readonly #client = new ConvexClient(inject("deployment").url, {
    unsavedChangesWarning: false,
    logger: false,
  });
  readonly #updates = new Map<string, number>();

  async watch<Query extends FunctionReference<"query">>(
    name: string,
    query: Query,
    args: FunctionArgs<Query>,
  ): Promise<void> {
    this.#updates.set(name, 0);
    this.#client.onUpdate(query, args, () =>
      this.#updates.set(name, this.#updatesOf(name) + 1),
    );
    await expect.poll(() => this.#updatesOf(name)).toBe(1);
  }

  /** Expects the change to rerun and update exactly the named queries. */
  async expectWoken(
    names: readonly string[],
    change: () => Promise<unknown>,
  ): Promise<void> {
    const shown = new Map(this.#updates);
    const executed = await countQueries();
    await change();
    const wake = new Map(
      [...shown].map(([name, n]) => [name, names.includes(name) ? n + 1 : n]),
    );
    await expect.poll(() => this.#updates).toEqual(wake);
    expect(await countQueries()).toBe(executed + names.length);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.close();
  }

  #updatesOf(name: string): number {
    return this.#updates.get(name) ?? 0;
  }
}

function vote(
  person: Client,
  contentType: "beat" | "verse",
  contentId: string,
) {
  const args = { contentType, contentId, voted: true };
  return person.mutation(api.votes.set, args);
}

test("a change reruns the live queries that show it, and no others", async () => {
  const world = await makeWorld();
  const { asProducer, asRapper, asListener } = world;
  const beatA = await world.publishBeat(asProducer, { title: "Gully A" });
  const beatB = await world.publishBeat(asProducer, { title: "Gully B" });
  const verse = await world.publishVerse(asRapper, beatA);
  await world.settle();

  await using viewer = new Viewer();
  await viewer.watch("beat A", api.beats.get, { beatId: beatA });
  await viewer.watch("beat B", api.beats.get, { beatId: beatB });
  await viewer.watch("verses of A", api.verses.listByBeat, { beatId: beatA });
  await viewer.watch("verses of B", api.verses.listByBeat, { beatId: beatB });
  await viewer.watch("rapper", api.profiles.get, { userId: asRapper.userId });
  const search = { text: "rapper", state: null, role: null };
  await viewer.watch("search", api.profiles.search, search);
  const { userId } = asListener;
  await viewer.watch("stats of the listener", api.stats.get, { userId });

  await viewer.expectWoken(["beat A"], () => vote(asListener, "beat", beatA));
  await viewer.expectWoken(["beat B"], async () => {
    // A repeated vote changes nothing.
    await vote(asListener, "beat", beatA);
    await vote(asListener, "beat", beatB);
  });
  await viewer.expectWoken(["verses of A"], () =>
    vote(asListener, "verse", verse),
  );
});

test("a beat of presence in a room reruns no live query", async () => {
  const { asProducer, asRapper, asListener, ...world } = await makeWorld();
  const beatId = await world.publishBeat(asProducer, { title: "Live" });
  const open = { beatId, bars: 8, pace: "live" } as const;
  const cypherId = await asRapper.mutation(api.cyphers.open, open);
  const beat = () =>
    asListener.mutation(api.rooms.here, { cypherId, sessionId: "tab" });
  await beat();
  const room = () => asListener.query(api.rooms.get, { cypherId });
  await expect.poll(room).toMatchObject({ here: 1 });

  await using viewer = new Viewer();
  await viewer.watch("cypher", api.cyphers.get, { cypherId });
  await viewer.watch("room", api.rooms.get, { cypherId });
  await viewer.watch("newest", api.cyphers.newest, {});
  await viewer.watch("on the beat", api.cyphers.onBeat, { beatId });
  // The job that counts the room every few seconds runs a query too.
  await expect.poll(() => stopCounting(world)).toBe(0);
  await viewer.expectWoken([], async () => {
    for (let n = 0; n < 3; n += 1) await beat();
  });
});

/** Cancels the next count of a room, and returns how many were planned or under way. */
const stopCounting = ({ t }: Pick<World, "t">): Promise<number> =>
  t.run(async ({ db, scheduler }) => {
    const jobs = await db.system.query("_scheduled_functions").collect();
    const counts = jobs.filter(
      ({ name, state: { kind } }) =>
        name.startsWith("rooms") &&
        (kind === "pending" || kind === "inProgress"),
    );
    for (const { _id, state } of counts)
      if (state.kind === "pending") await scheduler.cancel(_id);
    return counts.length;
  });
