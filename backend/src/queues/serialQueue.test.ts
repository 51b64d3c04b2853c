import { expect, test } from "vitest";
import { SerialQueue } from "./serialQueue.ts";

test("runs one piece at a time, in order of arrival, even after a failure", async () => {
  const queue = new SerialQueue();
  const first = Promise.withResolvers<void>();
  const order: string[] = [];
  const failing = queue.run(async () => {
    order.push("first begins");
    await first.promise;
    throw new Error("The first piece fails.");
  });
  const second = queue.run(async () => order.push("second begins"));
  await Promise.resolve();
  await Promise.resolve();
  expect(order).toEqual(["first begins"]);
  first.resolve();
  await expect(failing).rejects.toThrow("The first piece fails.");
  await second;
  expect(order).toEqual(["first begins", "second begins"]);
});

test("is idle before the first piece and after the last, failed or not", async () => {
  const queue = new SerialQueue();
  expect(queue.isIdle).toBe(true);
  const failing = queue.run(() => Promise.reject(new Error("no")));
  expect(queue.isIdle).toBe(false);
  await expect(failing).rejects.toThrow("no");
  expect(queue.isIdle).toBe(true);
});

test("drains once the work that has arrived has ended", async () => {
  const queue = new SerialQueue();
  const gate = Promise.withResolvers<void>();
  let hasEnded = false;
  const work = queue.run(async () => {
    await gate.promise;
    hasEnded = true;
  });
  gate.resolve();
  await queue.drain();
  expect(hasEnded).toBe(true);
  await work;
});
