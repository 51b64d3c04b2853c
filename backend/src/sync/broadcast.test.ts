import { describe, expect, test } from "vitest";
import {
  add,
  authenticate,
  makeWorld,
  modify,
  settle,
} from "../../test/support/syncWorld.ts";

type World = ReturnType<typeof makeWorld>;
type Client = ReturnType<World["connect"]>;

/** Values in the latest Transition, by query ID. */
function news({ connection }: Client): Record<string, unknown> {
  const modifications = connection.received.at(-1)?.modifications as {
    queryId: number;
    value: unknown;
  }[];
  return Object.fromEntries(
    modifications.map(({ queryId, value }) => [queryId, value]),
  );
}

async function publish({ runtime }: World): Promise<void> {
  runtime.publish();
  await settle();
}

function counting(world: World): void {
  let count = 0;
  world.runtime.queries.set("q:count", () => ({ value: (count += 1) }));
  world.runtime.queries.set("q:who", ({ caller }) => ({
    value: caller.identity?.subject ?? "nobody",
    usedIdentity: true,
  }));
}

test("a session waits for its own queries that are behind, and no other session does", async () => {
  const world = makeWorld();
  counting(world);
  world.runtime.queries.set("q:slow", () => ({ value: "slow" }));
  const [quick, slow] = [world.connect(), world.connect()];
  quick.say(modify(0, [add(0, "q:count")]));
  slow.say(modify(0, [add(0, "q:count"), add(1, "q:slow")]));
  await publish(world);
  const tsOf = ({ connection }: Client) => {
    const { endVersion } = connection.received.at(-1) ?? {};
    return (endVersion as { ts: string }).ts;
  };
  const before = tsOf(slow);
  world.runtime.stuck.add("q:slow");
  for (let pass = 0; pass < 2; pass++) {
    await publish(world);
    expect(tsOf(slow)).toBe(before);
    expect(tsOf(quick)).not.toBe(before);
  }
  const newcomer = world.connect();
  newcomer.say(modify(0, [add(0, "q:slow")]));
  await publish(world);
  expect(newcomer.connection.received).toEqual([]);
  // The result is the same as before, but only now valid.
  world.runtime.stuck.clear();
  await publish(world);
  expect(tsOf(slow)).toBe(tsOf(quick));
  expect(news(slow)).toEqual(news(quick));
  expect(news(newcomer)).toEqual({ 0: "slow" });
});

describe("sessions that receive the same changes", () => {
  test("share one frame in every pass, wherever they joined", async () => {
    const world = makeWorld();
    counting(world);
    const first = world.connect();
    first.say(modify(0, [add(0, "q:count")]));
    await publish(world);
    await publish(world);
    const others = [world.connect(), world.connect()];
    for (const { say } of others) say(modify(0, [add(0, "q:count")]));
    await publish(world);

    for (let pass = 0; pass < 3; pass++) {
      await publish(world);
      const frames = [first, ...others].map(({ connection }) =>
        connection.frames.at(-1),
      );
      expect(new Set(frames).size).toBe(1);
      expect(news(first)).toEqual(news(others[0] ?? first));
    }
  });

  test("stop sharing once one of them has other queries or another identity", async () => {
    const world = makeWorld();
    counting(world);
    const clients = Array.from({ length: 4 }, () => world.connect());
    const [plain, renamed, more, signedIn] = clients as [
      Client,
      Client,
      Client,
      Client,
    ];
    plain.say(modify(0, [add(0, "q:count")]));
    renamed.say(modify(0, [add(7, "q:count")]));
    more.say(modify(0, [add(0, "q:count")]));
    signedIn.say(modify(0, [add(0, "q:count")]));
    await publish(world);
    await publish(world);

    // The new sessions are flushed in the same pass as the unchanged ones, and
    // after them.
    more.say(modify(1, [add(1, "q:who")]));
    signedIn.say(authenticate(0, "mina"));
    await settle();
    await publish(world);
    const { 0: count } = news(plain);
    expect(news(renamed)).toEqual({ 7: count });
    expect(more.connection.received.at(-1)).toMatchObject({
      endVersion: { querySet: 2, identity: 0 },
    });
    expect(signedIn.connection.received.at(-1)).toMatchObject({
      endVersion: { querySet: 1, identity: 1 },
    });

    signedIn.say(modify(1, [add(1, "q:who")]));
    more.say(modify(2, [{ type: "Remove", queryId: 0 }]));
    await publish(world);
    expect(news(signedIn)).toMatchObject({ 1: "mina" });
    const seenByMore = news(more);
    await publish(world);
    expect(news(plain)).toEqual({ 0: Number(count) + 2 });
    expect(news(signedIn)).toEqual({ 0: Number(count) + 2 });
    expect(news(more)).toEqual(seenByMore);
  });

  test("get different frames in one pass if one also has a removal or a new version", async () => {
    const world = makeWorld();
    counting(world);
    const clients = Array.from({ length: 3 }, () => world.connect());
    const [plain, removing, moving] = clients as [Client, Client, Client];
    for (const { say } of clients)
      say(modify(0, [add(0, "q:count"), add(1, "q:who")]));
    await publish(world);
    for (const { say } of [plain, moving])
      say(modify(1, [{ type: "Remove", queryId: 1 }]));
    removing.say(modify(1, []));
    await publish(world);
    await publish(world);

    world.runtime.publish();
    removing.say(modify(2, [{ type: "Remove", queryId: 1 }]));
    moving.say(modify(2, []));
    await settle();
    const transitions = clients.map(({ connection }) =>
      connection.received.at(-1),
    );
    expect(transitions).toMatchObject([
      { endVersion: { querySet: 2 }, modifications: [{ queryId: 0 }] },
      {
        endVersion: { querySet: 3 },
        modifications: [{ queryId: 0 }, { type: "QueryRemoved", queryId: 1 }],
      },
      { endVersion: { querySet: 3 }, modifications: [{ queryId: 0 }] },
    ]);
  });

  test("never get the result of another identity", async () => {
    const world = makeWorld();
    let count = 0;
    world.runtime.queries.set("q:mine", ({ caller }) => ({
      value: `${caller.identity?.subject} ${(count += 1)}`,
      usedIdentity: true,
    }));
    const names = ["mina", "omar"];
    const clients = names.map((name) => {
      const client = world.connect();
      client.say(authenticate(0, name));
      client.say(modify(0, [add(0, "q:mine")]));
      return client;
    });
    await settle();
    // The first execution reveals that the identity matters; the second is
    // personal.
    await publish(world);
    for (let pass = 0; pass < 4; pass++) {
      await publish(world);
      const seen = clients.map((client) => String(news(client)[0]));
      expect(seen.map((text) => text.split(" ")[0])).toEqual(names);
    }
  });

  test("each get Transitions whose versions follow one another", async () => {
    const world = makeWorld();
    counting(world);
    const early = world.connect();
    early.say(modify(0, [add(0, "q:count")]));
    await publish(world);
    const late = world.connect({ maxObservedTimestamp: "/////////38=" });
    late.say(modify(0, [add(0, "q:count")]));
    for (let pass = 0; pass < 3; pass++) await publish(world);
    for (const { connection } of [early, late]) {
      const { received } = connection;
      expect(received.length).toBeGreaterThan(2);
      received.slice(1).forEach(({ startVersion }, i) => {
        expect(startVersion).toEqual(received[i]?.endVersion);
      });
    }
    expect(news(late)).toEqual(news(early));
    expect(late.connection.frames.at(-1)).not.toBe(
      early.connection.frames.at(-1),
    );
  });
});
