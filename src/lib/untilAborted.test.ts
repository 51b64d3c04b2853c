import { expect, test } from "vitest";
import { untilAborted } from "./untilAborted";

const never = new Promise<string>(() => undefined);

test("passes on the result or the failure", async () => {
  const { signal } = new AbortController();
  expect(await untilAborted(Promise.resolve("done"), signal)).toBe("done");
  const failing = Promise.reject(new Error("broken"));
  await expect(untilAborted(failing, signal)).rejects.toThrow("broken");
});

test("rejects when the signal aborts", async () => {
  const controller = new AbortController();
  const waiting = untilAborted(never, controller.signal);
  controller.abort();
  await expect(waiting).rejects.toMatchObject({ name: "AbortError" });
});

test("rejects at once when already aborted", async () => {
  await expect(untilAborted(never, AbortSignal.abort())).rejects.toMatchObject({
    name: "AbortError",
  });
});
