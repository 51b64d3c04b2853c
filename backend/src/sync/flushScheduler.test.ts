import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { FlushScheduler, type Flushable } from "./flushScheduler.ts";

function makeScheduler() {
  let publish = () => {};
  const scheduler = new FlushScheduler({
    onPublished: (listener) => {
      publish = listener;
    },
  });
  return { scheduler, publish: () => publish() };
}

function unexpected(error: unknown): void {
  throw error;
}

/** Keeps the thread busy for as long as writing to many sockets takes. */
function work(): void {
  const endsAtMs = performance.now() + 0.3;
  while (performance.now() < endsAtMs);
}

test("a broadcast to many sessions lets other events run in between", async () => {
  const { scheduler } = makeScheduler();
  const order: string[] = [];
  for (let i = 0; i < 64; i++) {
    scheduler.request({
      isQueued: false,
      awaitsTs: false,
      flush: () => {
        work();
        order.push("flush");
      },
      flushFailed: unexpected,
    });
  }
  setImmediate(() => order.push("request"));
  while (order.length < 65) await turn();
  expect(order.indexOf("request")).toBeGreaterThan(0);
  expect(order.indexOf("request")).toBeLessThan(64);
});

test("a session requested several times is flushed once, in its first turn", async () => {
  const { scheduler } = makeScheduler();
  const order: string[] = [];
  const session = (name: string, then = () => {}): Flushable => ({
    isQueued: false,
    awaitsTs: false,
    flush: () => {
      order.push(name);
      then();
    },
    flushFailed: unexpected,
  });
  const last = session("last");
  const first = session("first", () => scheduler.request(last));
  scheduler.request(first);
  scheduler.request(last);
  scheduler.request(last);
  await turn();
  await turn();
  expect(order).toEqual(["first", "last"]);
});

test("sessions requested during a round have their turns after it, except those that left", async () => {
  const { scheduler } = makeScheduler();
  const order: string[] = [];
  const session = (name: string): Flushable => ({
    isQueued: false,
    awaitsTs: false,
    flush: () => order.push(name),
    flushFailed: unexpected,
  });
  const [early, late, gone] = ["early", "late", "gone"].map(session);
  if (!early || !late || !gone) throw new Error("A session is missing.");
  let isFirst = true;
  scheduler.request({
    ...session("host"),
    flush: () => {
      order.push("host");
      if (!isFirst) return;
      isFirst = false;
      for (const one of [late, early, gone]) scheduler.request(one);
      scheduler.forget(gone);
    },
  });
  scheduler.request(early);
  while (order.length < 3) await turn();
  await turn();
  expect(order).toEqual(["host", "early", "late"]);
});

test("a session waiting for a publication is flushed once after it, unless it has left", async () => {
  const { scheduler, publish } = makeScheduler();
  const flushed: string[] = [];
  const session = (name: string): Flushable => ({
    isQueued: false,
    awaitsTs: false,
    flush: () => flushed.push(name),
    flushFailed: unexpected,
  });
  const gone = session("gone");
  scheduler.requestAfterPublication(session("waiting"));
  scheduler.requestAfterPublication(gone);
  scheduler.forget(gone);
  await turn();
  expect(flushed).toEqual([]);
  publish();
  await turn();
  publish();
  await turn();
  expect(flushed).toEqual(["waiting"]);
});

test("a session whose flush fails learns of it, and the others have their turns", async () => {
  const { scheduler } = makeScheduler();
  const order: unknown[] = [];
  const session = (flush: () => void): Flushable => ({
    isQueued: false,
    awaitsTs: false,
    flush,
    flushFailed: (error) => order.push(error),
  });
  const error = new RangeError("Invalid string length");
  const fail = () => {
    throw error;
  };
  scheduler.request(session(fail));
  scheduler.request(session(() => order.push("flushed")));
  await turn();
  expect(order).toEqual([error, "flushed"]);
});
