import { expect, test } from "vitest";
import { untilAborted } from "./untilAborted";

const never = new Promise<string>(() => undefined);

test("the result comes through, and so does the failure", async () => {
  const { signal } = new AbortController();
  expect(await untilAborted(Promise.resolve("done"), signal)).toBe("done");
  const failing = Promise.reject(new Error("broken"));
  await expect(untilAborted(failing, signal)).rejects.toThrow("broken");
});

test("cancelling ends the wait for something that never comes", async () => {
  const controller = new AbortController();
  const waiting = untilAborted(never, controller.signal);
  controller.abort();
  await expect(waiting).rejects.toMatchObject({ name: "AbortError" });
});

test("what is cancelled before it starts is not waited for", async () => {
  await expect(untilAborted(never, AbortSignal.abort())).rejects.toMatchObject({
    name: "AbortError",
  });
});
