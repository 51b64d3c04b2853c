import { expect, test } from "vitest";
import { encodeTs } from "./protocol.ts";
import {
  add,
  makeWorld,
  modify,
  mutation,
  settle,
  version,
} from "../../test/support/syncWorld.ts";

test("a slow reader gets only the latest state once it has caught up", async () => {
  const { runtime, connect } = makeWorld();
  let value = 1;
  runtime.queries.set("q:get", () => ({ value }));
  const { connection, session, say } = connect();
  say(modify(0, [add(0, "q:get")]));
  runtime.publishNew();
  await settle();
  connection.take();

  connection.bufferedBytes = 2_000;
  for (value = 2; value < 9; value += 1) {
    runtime.publish();
    await settle();
  }
  expect(connection.take()).toEqual([]);
  connection.bufferedBytes = 0;
  session.drained();
  await settle();
  expect(connection.take()).toMatchObject([
    { modifications: [{ queryId: 0, value: 8 }] },
  ]);
});

test("a reader over the hard buffer limit is disconnected with 1013", async () => {
  const { runtime, connect } = makeWorld();
  runtime.act = () =>
    Promise.resolve({ ok: true, valueJson: "1", logLines: [] });
  const { connection, say } = connect();
  connection.bufferedBytes = 20_000;
  say({ ...mutation(0), type: "Action" });
  await settle();
  expect(connection.closed).toEqual({ code: 1013, reason: "SlowReader" });
});

test("the socket is not read while too many requests are pending", async () => {
  const { runtime, connect } = makeWorld({ maxPendingRequests: 2 });
  const finish: (() => void)[] = [];
  runtime.act = () =>
    new Promise((resolve) =>
      finish.push(() => resolve({ ok: true, valueJson: "1", logLines: [] })),
    );
  const { connection, say } = connect();
  for (let i = 0; i < 3; i += 1) say({ ...mutation(i), type: "Action" });
  expect(connection.isReading).toBe(false);
  for (const answer of finish) answer();
  await settle();
  expect(connection.isReading).toBe(true);
});

test.each([
  ["text that is not JSON", "{"],
  ["a message that is not an object", "[]"],
  ["a message without a type", "{}"],
  ["an unknown type", '{"type":"Hack"}'],
  ["a second Connect", '{"type":"Connect","sessionId":"0123456789abcdef"}'],
  ["a prototype", '{"type":"__proto__"}'],
  [
    "a negative version",
    '{"type":"ModifyQuerySet","baseVersion":-1,"newVersion":0,"modifications":[]}',
  ],
  [
    "an argument that is not an object",
    '{"type":"Mutation","requestId":0,"udfPath":"a:b","args":[3]}',
  ],
  [
    "removal of an unknown query",
    '{"type":"ModifyQuerySet","baseVersion":0,"newVersion":1,"modifications":[{"type":"Remove","queryId":1}]}',
  ],
])("%s closes the connection with 1008", (_, text) => {
  const { connection, session } = makeWorld().connect();
  session.receive(text);
  expect(connection.closed?.code).toBe(1008);
});

test("timestamps never go back for a client that has seen a later one", async () => {
  const { connection, say } = makeWorld().connect({
    maxObservedTimestamp: encodeTs(500n),
  });
  say(modify(0, []));
  await settle();
  expect(connection.take()).toMatchObject([{ endVersion: version(1, 0, 500) }]);
});

test("a client that asks after any client got an answer sees nothing older", async () => {
  const { runtime, connect } = makeWorld();
  let value = "before";
  runtime.queries.set("q:shared", () => ({ value }));
  const early = connect();
  early.say(modify(0, [add(0, "q:shared")]));
  runtime.publishNew();
  await settle();

  value = "after";
  runtime.answeredTs = 101n;
  const late = connect({ maxObservedTimestamp: encodeTs(101n) });
  late.say(modify(0, [add(0, "q:shared")]));
  await settle();
  expect(late.connection.take()).toEqual([]);

  runtime.publish();
  await settle();
  expect(late.connection.take()).toMatchObject([
    { endVersion: version(1, 0, 101), modifications: [{ value: "after" }] },
  ]);
});
