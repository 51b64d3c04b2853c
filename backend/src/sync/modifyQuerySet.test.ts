import { expect, test } from "vitest";
import {
  add,
  makeWorld,
  modify,
  settle,
  version,
} from "../../test/support/syncWorld.ts";

test("an empty query set is answered with a Transition", async () => {
  const { connection, say } = makeWorld().connect();
  say(modify(0, []));
  await settle();
  expect(connection.take()).toEqual([
    {
      type: "Transition",
      startVersion: version(0, 0, 0),
      endVersion: version(1, 0, 100),
      modifications: [],
    },
  ]);
});

test("a result is sent once, and again whenever it changes", async () => {
  const { runtime, connect } = makeWorld();
  let value = 1;
  runtime.queries.set("q:get", () => ({ value }));
  const { connection, say } = connect();
  say(modify(0, [add(7, "q:get")]));
  runtime.publishNew();
  await settle();
  expect(connection.take()).toMatchObject([
    {
      endVersion: version(1, 0, 100),
      modifications: [
        { type: "QueryUpdated", queryId: 7, value: 1, journal: null },
      ],
    },
  ]);

  runtime.publish();
  await settle();
  expect(connection.take()).toEqual([]);

  value = 2;
  runtime.publish();
  await settle();
  expect(connection.take()).toMatchObject([
    {
      startVersion: version(1, 0, 100),
      endVersion: version(1, 0, 102),
      modifications: [{ queryId: 7, value: 2 }],
    },
  ]);
});

test("a failing query is reported without errorData and stays live", async () => {
  const { runtime, connect } = makeWorld();
  const { connection, say } = connect();
  say(modify(0, [add(0, "q:late")]));
  runtime.publishNew();
  await settle();
  const [failed] = connection.take();
  expect(failed).toMatchObject({
    modifications: [{ type: "QueryFailed", queryId: 0 }],
  });
  expect(JSON.stringify(failed)).not.toContain("errorData");

  runtime.queries.set("q:late", () => ({ value: "now" }));
  runtime.publish();
  await settle();
  expect(connection.take()).toMatchObject([
    { modifications: [{ type: "QueryUpdated", value: "now" }] },
  ]);
});

test("a slow new query does not delay the ones already shown", async () => {
  const { runtime, connect } = makeWorld();
  let value = 1;
  runtime.queries.set("q:fast", () => ({ value }));
  runtime.queries.set("q:slow", () => ({ value: "slow" }));
  runtime.stuck.add("q:slow");
  const { connection, say } = connect();
  say(modify(0, [add(0, "q:fast")]));
  runtime.publishNew();
  await settle();
  connection.take();

  say(modify(1, [add(1, "q:slow")]));
  value = 2;
  runtime.publish();
  await settle();
  expect(connection.take()).toMatchObject([
    {
      endVersion: version(1, 0, 101),
      modifications: [{ queryId: 0, value: 2 }],
    },
  ]);

  runtime.stuck.clear();
  runtime.publishNew();
  await settle();
  expect(connection.take()).toMatchObject([
    {
      startVersion: version(1, 0, 101),
      endVersion: version(2, 0, 101),
      modifications: [{ queryId: 1, value: "slow" }],
    },
  ]);
});

test("a removed query is reported and no longer runs", async () => {
  const { runtime, connect } = makeWorld();
  runtime.queries.set("q:get", () => ({ value: 1 }));
  const { connection, say } = connect();
  say(modify(0, [add(0, "q:get")]));
  runtime.publishNew();
  await settle();
  connection.take();
  say(modify(1, [{ type: "Remove", queryId: 0 }]));
  await settle();
  expect(connection.take()).toMatchObject([
    {
      endVersion: { querySet: 2 },
      modifications: [{ type: "QueryRemoved", queryId: 0 }],
    },
  ]);
  expect(runtime.subscribed.size).toBe(0);
});

test("a query over the limit fails on its own", async () => {
  const { runtime, connect } = makeWorld({ maxQueriesPerSession: 1 });
  runtime.queries.set("q:get", () => ({ value: 1 }));
  const { connection, say } = connect();
  say(modify(0, [add(0, "q:get"), add(1, "q:get", { n: 2 })]));
  runtime.publishNew();
  await settle();
  expect(connection.take()).toMatchObject([
    {
      modifications: [
        { type: "QueryUpdated", queryId: 0 },
        { type: "QueryFailed", queryId: 1 },
      ],
    },
  ]);
  expect(runtime.subscribed.size).toBe(1);
});

test("a client that keeps adding refused queries is disconnected", () => {
  const { connection, say } = makeWorld({ maxQueriesPerSession: 1 }).connect();
  say(modify(0, [add(0, "q:a"), add(1, "q:b")]));
  expect(connection.closed).toBeNull();
  say(modify(1, [add(2, "q:c")]));
  expect(connection.closed?.code).toBe(1008);
});

test("a message changes no more queries than a session may have, refused ones included", () => {
  const world = makeWorld({ maxQueriesPerSession: 2 });
  const pairs = (count: number) =>
    Array.from({ length: count }, () => [
      add(0, "q:a"),
      { type: "Remove", queryId: 0 },
    ]).flat();
  const modest = world.connect();
  modest.say(modify(0, pairs(2)));
  expect(modest.connection.closed).toBeNull();
  const greedy = world.connect();
  greedy.say(modify(0, pairs(3)));
  expect(greedy.connection.closed).toEqual({
    code: 1008,
    reason: "A message may change 4 queries.",
  });
});

test("the queries of a message with far too many bytes of arguments fail unread", async () => {
  const { runtime, connect } = makeWorld({ maxArgumentBytes: 1_000 });
  runtime.queries.set("q:get", () => ({ value: 1 }));
  const { connection, say } = connect();
  const large = "x".repeat(2_000);
  say(modify(0, [add(0, "q:get", { n: 0 }), add(1, "q:get", { large })]));
  say(modify(1, [add(2, "q:get", { n: 2 })]));
  runtime.publishNew();
  await settle();
  const errorMessage =
    "The queries of a session may have 1000 bytes of arguments at a time.";
  expect(connection.take()).toMatchObject([
    {
      modifications: [
        { type: "QueryFailed", queryId: 0, errorMessage },
        { type: "QueryFailed", queryId: 1, errorMessage },
        { type: "QueryUpdated", queryId: 2 },
      ],
    },
  ]);
});

test("a wrong base version closes with 1011, so that the client starts over", () => {
  const { connection, say } = makeWorld().connect();
  say(modify(3, []));
  expect(connection.closed).toEqual({
    code: 1011,
    reason: "InternalServerError",
  });
});

test("several commits before a pass arrive as one Transition", async () => {
  const { runtime, connect } = makeWorld();
  let value = 1;
  runtime.queries.set("q:get", () => ({ value }));
  const { connection, say } = connect();
  say(modify(0, [add(0, "q:get")]));
  runtime.publishNew();
  await settle();
  connection.take();
  for (value = 2; value < 6; value += 1) runtime.publish();
  await settle();
  expect(connection.take()).toMatchObject([
    {
      startVersion: version(1, 0, 100),
      endVersion: version(1, 0, 104),
      modifications: [{ value: 5 }],
    },
  ]);
});
