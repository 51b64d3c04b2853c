import { expect, test } from "vitest";
import { composeNotice } from "./composeNotice";

const args = {
  siteUrl: "https://gully.example",
  supportEmail: null,
  username: "DIVINE",
  dueAt: Date.UTC(2026, 10, 28, 20), // already the 29th in India
};

test("a leaving person reads the day, and how to keep the account", () => {
  const { text } = composeNotice("leaving", args);
  expect(text).toContain("Hello DIVINE,");
  expect(text).toContain("29 November 2026");
  expect(text).toContain("https://gully.example/login\n");
});

test("a rapper reads by when to save the verses", () => {
  const { text } = composeNotice("versesGo", args);
  expect(text).toContain("29 November 2026");
  expect(text).toContain("https://gully.example/home\n");
});
