// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";
import { persistQuestion } from "./askToPersist";

afterEach(() => vi.unstubAllGlobals());

function browserWith(isPersisted: boolean) {
  const persist = vi.fn(async () => true);
  const persisted = vi.fn(async () => isPersisted);
  vi.stubGlobal("navigator", { storage: { persist, persisted } });
  return { persist, persisted };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

test("asks once", async () => {
  const { persist } = browserWith(false);
  const ask = persistQuestion();
  ask();
  ask();
  await settled();
  expect(persist).toHaveBeenCalledTimes(1);
});

test("does not ask a browser that keeps the data already", async () => {
  const { persist, persisted } = browserWith(true);
  persistQuestion()();
  await settled();
  expect(persisted).toHaveBeenCalledTimes(1);
  expect(persist).not.toHaveBeenCalled();
});

test.each([
  ["no storage manager", undefined],
  ["no such question", { estimate: async () => ({}) }],
  [
    "a question that fails",
    {
      persisted: async () => false,
      persist: () => Promise.reject(new Error()),
    },
  ],
])("takes a browser with %s as it is", async (_, storage) => {
  vi.stubGlobal("navigator", { storage });
  persistQuestion()();
  await settled();
});
