import { expect, test } from "vitest";
import { RecentTexts } from "./recentTexts.ts";

function counting() {
  const made: string[] = [];
  const texts = new RecentTexts((text, isKept) => {
    made.push(text);
    return { text, isKept };
  });
  return { texts, made };
}

test("keeps the value of a text from its second request on", () => {
  const { texts, made } = counting();
  expect(texts.get("a")).toEqual({ text: "a", isKept: false });
  const kept = texts.get("a");
  expect(kept).toEqual({ text: "a", isKept: true });
  expect(texts.get("a")).toBe(kept);
  expect(made).toEqual(["a", "a"]);
});

test("limits the number of texts and keeps those in use", () => {
  const { texts, made } = counting();
  for (let i = 0; i < 10_000; i++) {
    texts.get("in use");
    texts.get(`once ${i}`);
  }
  expect(made.filter((text) => text === "in use")).toHaveLength(2);
  expect(texts.size).toBeLessThanOrEqual(2_000);
});

test("remembers for a thousand other texts that a text has come once", () => {
  const { texts } = counting();
  texts.get("a");
  for (let i = 0; i < 1_000; i++) texts.get(`once ${i}`);
  expect(texts.get("a").isKept).toBe(true);
  texts.get("b");
  for (let i = 0; i < 3_000; i++) texts.get(`other ${i}`);
  expect(texts.get("b").isKept).toBe(false);
});

test("does not keep long texts", () => {
  const { texts } = counting();
  expect(texts.get("x".repeat(10_000)).text).toHaveLength(10_000);
  expect(texts.size).toBe(0);
});
