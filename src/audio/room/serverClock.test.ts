import { expect, test } from "vitest";
import { ServerClock } from "./serverClock";

/** How far the server's clock is ahead of the page's. */
const AHEAD = 1_000_000;

function makeClock() {
  let now = 0;
  const clock = new ServerClock(() => now);
  /** Asks the server; the question and the answer take these times. */
  const ask = (thereMs: number, backMs: number, aheadMs = AHEAD) => {
    const sentAt = now;
    const serverAt = now + thereMs + aheadMs;
    now += thereMs + backMs;
    clock.add({ sentAt, serverAt, receivedAt: now });
  };
  const wait = (ms: number) => {
    now += ms;
  };
  return {
    clock,
    ask,
    wait,
    errorMs: () => (clock.now() ?? NaN) - now - AHEAD,
  };
}

test("nothing is known before the first answer", () => {
  expect(makeClock().clock.now()).toBeNull();
});

test("the shortest round trip of the last eight decides", () => {
  const { ask, errorMs } = makeClock();
  ask(300, 100);
  expect(errorMs()).toBe(100);
  ask(10, 14);
  expect(errorMs()).toBe(-2);
  for (let count = 0; count < 7; count += 1) ask(200, 100);
  expect(errorMs()).toBe(-2);
  ask(200, 100);
  expect(errorMs()).toBe(50);
});

test("after a clock has jumped, only later answers count", () => {
  const { clock, ask, wait } = makeClock();
  ask(10, 10);
  wait(20_000);
  const before = clock.now() ?? NaN;
  ask(50, 50, AHEAD + 60_000);
  expect((clock.now() ?? NaN) - before).toBe(60_100);
});
