import { expect, test } from "vitest";
import { RecentTexts } from "./recentTexts.ts";

function counting() {
  const made: string[] = [];
  const texts = new RecentTexts((text) => {
    made.push(text);
    return { text };
  });
  return { texts, made };
}

test("makes the value of a repeated text once", () => {
  const { texts, made } = counting();
  expect(texts.get("a")).toBe(texts.get("a"));
  expect(made).toEqual(["a"]);
});

test("limits the number of texts and keeps those in use", () => {
  const { texts, made } = counting();
  for (let i = 0; i < 10_000; i++) {
    texts.get("in use");
    texts.get(`once ${i}`);
  }
  expect(made.filter((text) => text === "in use")).toHaveLength(1);
  expect(texts.size).toBeLessThanOrEqual(2_000);
});

test("does not keep long texts", () => {
  const { texts } = counting();
  expect(texts.get("x".repeat(10_000)).text).toHaveLength(10_000);
  expect(texts.size).toBe(0);
});
