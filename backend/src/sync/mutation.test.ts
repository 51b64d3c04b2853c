import { expect, test } from "vitest";
import { encodeTs } from "./protocol.ts";
import {
  add,
  committed,
  makeWorld,
  modify,
  mutation,
  settle,
  version,
} from "../../test/support/syncWorld.ts";

test("mutations run one at a time in order of arrival, and a Transition follows each response", async () => {
  const { runtime, connect } = makeWorld();
  const order: string[] = [];
  runtime.mutate = async ({ path }) => {
    order.push(`begin ${path}`);
    await settle();
    order.push(`end ${path}`);
    return committed("null", "100");
  };
  const { connection, say } = connect();
  say(mutation(0, "m:a"));
  say(mutation(1, "m:b"));
  for (let i = 0; i < 4; i += 1) await settle();
  expect(order).toEqual(["begin m:a", "end m:a", "begin m:b", "end m:b"]);
  expect(connection.take().map(({ type }) => type)).toEqual([
    "MutationResponse",
    "Transition",
    "MutationResponse",
    "Transition",
  ]);
});

test("the Transition waits for the publication that covers the mutation", async () => {
  const { runtime, connect } = makeWorld();
  runtime.mutate = () => Promise.resolve(committed('"done"', "101"));
  const { connection, say } = connect();
  say(mutation(4));
  await settle();
  expect(connection.take()).toEqual([
    {
      type: "MutationResponse",
      requestId: 4,
      success: true,
      ts: encodeTs(101n),
      result: "done",
      logLines: [],
    },
  ]);
  runtime.publish();
  await settle();
  const [transition] = connection.take();
  expect(transition).toMatchObject({
    type: "Transition",
    endVersion: version(0, 0, 101),
    modifications: [],
  });
  runtime.publish();
  await settle();
  expect(connection.take()).toEqual([]);
});

test("after a reconnection, no Transition comes before one that has every result", async () => {
  const { runtime, connect } = makeWorld();
  runtime.mutate = () => Promise.resolve(committed("null", "100"));
  runtime.queries.set("q:shown", () => ({ value: 1 }));
  const { connection, say } = connect();
  say(modify(0, [add(0, "q:shown")]));
  say(mutation(0));
  await settle();
  expect(connection.take().map(({ type }) => type)).toEqual([
    "MutationResponse",
  ]);
  runtime.publishNew();
  await settle();
  expect(connection.take()).toMatchObject([
    { endVersion: version(1, 0, 100), modifications: [{ queryId: 0 }] },
  ]);
});

test("a failed mutation is answered without a timestamp", async () => {
  const { runtime, connect } = makeWorld();
  runtime.mutate = () =>
    Promise.resolve({
      ok: false,
      errorMessage: "no",
      errorData: { code: 1 },
      logLines: [],
      ts: "0",
    });
  const { connection, say } = connect();
  say(mutation(0));
  await settle();
  expect(connection.take()).toEqual([
    {
      type: "MutationResponse",
      requestId: 0,
      success: false,
      result: "no",
      errorData: { code: 1 },
      logLines: [],
    },
  ]);
});

test("an unknown outcome ends the connection instead of reporting a failure", async () => {
  const { runtime, connect, logged } = makeWorld();
  runtime.mutate = () => Promise.reject(new Error("executor is gone"));
  const { connection, say } = connect();
  say(mutation(0));
  await settle();
  expect(connection.take()).toEqual([]);
  expect(connection.closed?.code).toBe(1011);
  expect(logged.join()).toContain("executor is gone");
});

test("a mutation repeated on a new connection waits for the one still running", async () => {
  const { runtime, connect } = makeWorld();
  let running = 0;
  let atOnce = 0;
  runtime.mutate = async () => {
    running += 1;
    atOnce = Math.max(atOnce, running);
    await settle();
    running -= 1;
    return committed("1", "100");
  };
  const first = connect();
  first.say(mutation(0));
  first.session.closed();
  const second = connect();
  second.say(mutation(0));
  for (let i = 0; i < 4; i += 1) await settle();
  expect(atOnce).toBe(1);
  expect(first.connection.take()).toEqual([]);
  expect(second.connection.take().map(({ type }) => type)).toEqual([
    "MutationResponse",
    "Transition",
  ]);
});
