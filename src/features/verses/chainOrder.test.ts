import { expect, test } from "vitest";
import { makeVerse } from "../../testing/content";
import { chainOrder } from "./chainOrder";

const asId = (id: string) => id as never; // ids are branded strings, and tests make their own

const verse = (id: string, createdAt: number, answers: string | null = null) =>
  makeVerse({
    ...{ id: asId(id), createdAt },
    answers: answers === null ? null : { verseId: asId(answers), rapper: null },
  });

const order = (...verses: ReturnType<typeof verse>[]) =>
  chainOrder(verses).map(({ verse: { id }, depth }) => `${id}${depth}`);

test("each verse is followed by its answers, the oldest first, depth first", () => {
  const newestFirst = [
    ...[verse("g", 7, "b"), verse("f", 6), verse("e", 5, "a")],
    ...[verse("d", 4, "b"), verse("c", 3), verse("b", 2, "a"), verse("a", 1)],
  ];
  expect(order(...newestFirst)).toEqual([
    ...["a0", "b1", "d2", "g2", "e1", "c0", "f0"],
  ]);
});

test("an answer to a verse that is deleted or hidden starts a chain", () => {
  const orphan = makeVerse({
    ...{ id: asId("o"), createdAt: 2 },
    answers: { verseId: null, rapper: null },
  });
  expect(order(verse("h", 3, "hidden"), orphan, verse("a", 1))).toEqual([
    ...["a0", "o0", "h0"],
  ]);
});
