import { expect, onTestFinished, test } from "vitest";
import { Storage } from "./storage.ts";

const REFUSAL = "The callback of a transaction returned a promise.";

function openStorage(): Storage {
  const storage = new Storage({ path: ":memory:" });
  onTestFinished(() => storage.close());
  return storage;
}

test("a transaction keeps what its callback wrote and returns the result", () => {
  const storage = openStorage();
  const result = storage.transaction(() => {
    storage.setMeta("a", "1");
    return { then: "a field, not a method" };
  });
  expect(result).toEqual({ then: "a field, not a method" });
  expect(storage.inTransaction).toBe(false);
  expect(storage.meta("a")).toBe("1");
});

test("a transaction refuses an asynchronous callback and rolls back", () => {
  const storage = openStorage();
  const write = () =>
    // @ts-expect-error -- The types refuse the promise as well.
    storage.transaction(async () => storage.setMeta("a", "1"));
  expect(write).toThrow(REFUSAL);
  expect(storage.inTransaction).toBe(false);
  expect(storage.meta("a")).toBeNull();
});

test("a transaction refuses a promise that the types do not show", () => {
  const storage = openStorage();
  const write = (): unknown => {
    storage.setMeta("a", "1");
    return { then: () => undefined };
  };
  expect(() => storage.transaction(write)).toThrow(REFUSAL);
  expect(storage.meta("a")).toBeNull();
});

test("a transaction refuses a callback that returns a promise only sometimes", () => {
  const storage = openStorage();
  const write = (): number | Promise<number> => Promise.resolve(1);
  // @ts-expect-error -- The types refuse the promise as well.
  expect(() => storage.transaction(write)).toThrow(REFUSAL);
});

test("a savepoint refuses an asynchronous callback and rolls back to its start", () => {
  const storage = openStorage();
  storage.transaction(() => {
    storage.setMeta("a", "1");
    const write = () =>
      // @ts-expect-error -- The types refuse the promise as well.
      storage.withSavepoint(async () => storage.setMeta("b", "2"));
    expect(write).toThrow(REFUSAL);
    expect(storage.inTransaction).toBe(true);
  });
  expect(storage.meta("a")).toBe("1");
  expect(storage.meta("b")).toBeNull();
});
