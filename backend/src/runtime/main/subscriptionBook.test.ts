import { expect, test } from "vitest";
import { callOf } from "../../../test/support/fixtureApp.ts";
import { SubscriptionBook } from "./subscriptionBook.ts";

test("some of those who watch a query are known, and a crowd costs few messages", () => {
  const book = new SubscriptionBook();
  const call = callOf("beats:get");
  const common = { liveId: 1, journal: null, fingerprint: null };
  book.add({ ...common, call, turnGroups: ["0"] });
  expect(book.share(1, "0")).toBeNull();
  expect(book.share(1, "1")).toEqual(["0", "1"]);
  expect(book.share(2, "1")).toBeNull();
  const told = Array.from({ length: 10_000 }, (_, n) =>
    book.share(1, `later ${n}`),
  ).filter((groups) => groups !== null);
  expect(told.length).toBeLessThan(1_000);
  // A caller does not keep a place for good by being the first.
  const { turnGroups } = book.get(1) ?? {};
  expect(turnGroups).toHaveLength(8);
  expect(turnGroups).not.toContain("0");
});

test("a new executor hears what has changed, and watches nothing anew", () => {
  const book = new SubscriptionBook();
  const call = callOf("beats:get");
  const subscription = (liveId: number) => ({
    ...{ liveId, call, journal: null, fingerprint: "shown" },
    turnGroups: ["0"],
  });
  for (const liveId of [1, 2, 3]) book.add(subscription(liveId));
  const sent = book.runnable();
  book.share(1, "1");
  book.remove(2);
  book.add(subscription(4));
  expect(book.changesSince(sent)).toEqual([
    { type: "share", liveId: 1, turnGroups: ["0", "1"] },
    { type: "subscribe", subscription: subscription(4) },
    { type: "unsubscribe", liveId: 2 },
  ]);
});
