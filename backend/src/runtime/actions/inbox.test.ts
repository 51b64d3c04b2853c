import { expect, test } from "vitest";
import { TimeSpent } from "../../queues/timeSpent.ts";
import { Inbox } from "./inbox.ts";

const settled = () => new Promise((resolve) => setTimeout(resolve));

test("the group that has taken the least time comes first", async () => {
  const spent = new TimeSpent();
  const received: string[] = [];
  const inbox = new Inbox<string>(spent, (message) => received.push(message));
  spent.add("a", 5_000);
  for (const message of ["a1", "a2", "b1", "a3"])
    inbox.push(message.slice(0, 1), message);
  expect(received).toEqual([]);
  await expect.poll(() => received).toEqual(["b1", "a1", "a2", "a3"]);
});

test("the time counts that a message takes without waiting", async () => {
  const spent = new TimeSpent();
  const inbox = new Inbox<string>(spent, () => {
    const beganAtMs = performance.now();
    while (performance.now() < beganAtMs + 20);
  });
  inbox.push("a", "a1");
  await expect.poll(() => spent.of("a")).toBeGreaterThan(1);
});

test("takes messages that come later", async () => {
  const received: string[] = [];
  const inbox = new Inbox<string>(new TimeSpent(), (message) => {
    received.push(message);
    if (message === "a1") inbox.push("b", "b1");
  });
  inbox.push("a", "a1");
  await expect.poll(() => received).toEqual(["a1", "b1"]);
  await settled();
  inbox.push("a", "a2");
  await expect.poll(() => received).toEqual(["a1", "b1", "a2"]);
});
