import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect, test, vi } from "vitest";
import { endWorker } from "./endWorker.ts";

async function workerThatRuns(source: string): Promise<Worker> {
  const worker = new Worker(
    `const tell = () => require("node:worker_threads").parentPort.postMessage("runs");${source}`,
    { eval: true },
  );
  await once(worker, "message");
  return worker;
}

test("ends a loop in JavaScript without a message", async () => {
  const worker = await workerThatRuns("tell(); for (;;);");
  const reports: string[] = [];
  await endWorker(worker, "loops", (message) => reports.push(message), 60_000);
  expect(reports).toEqual([]);
});

test("reports a built-in function that keeps running, and waits for its end", async () => {
  const reports: string[] = [];
  // A worker may end just before the function begins, and then there is nothing to wait for.
  while (reports.length === 0) {
    const worker = await workerThatRuns(
      'tell(); ("a" + "\\u0316\\u0301".repeat(20_000)).normalize();',
    );
    await endWorker(worker, "executor", (message) => reports.push(message), 10);
    expect(worker.threadId).toBe(-1);
  }
  expect(reports).toEqual([
    expect.stringMatching(
      /^The worker "executor" did not end within \d+ ms of being told to: a function is stuck in native code\.$/,
    ),
  ]);
});

test("a worker that gets no processor time is not stuck, until it waits very long", async () => {
  using usage = vi.spyOn(process, "cpuUsage");
  usage.mockReturnValue({ user: 0, system: 0 });
  vi.useFakeTimers();
  const { promise, resolve } = Promise.withResolvers<number>();
  const worker = { terminate: () => promise } as Worker;
  const reports: string[] = [];
  const ending = endWorker(worker, "actions", (text) => reports.push(text));
  await vi.advanceTimersByTimeAsync(59_000);
  expect(reports).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reports).toHaveLength(1);
  vi.useRealTimers();
  resolve(0);
  await ending;
});
