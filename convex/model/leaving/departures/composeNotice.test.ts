import { expect, test } from "vitest";
import { composeNotice } from "./composeNotice";

const args = {
  siteUrl: "https://gully.example",
  supportEmail: null,
  username: "DIVINE",
  language: "en",
  dueAt: Date.UTC(2026, 10, 28, 20), // already the 29th in India
} as const;

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

test("the mails are written in the recipient's language", () => {
  for (const kind of ["leaving", "versesGo", "verseDeleted"] as const) {
    const mail = composeNotice(kind, { ...args, language: "hi" });
    expect(mail.html).toContain('<html lang="hi">');
    expect(mail.text).toContain("29 नवंबर 2026");
    expect(mail.subject).toMatch(/[\u0900-\u097F]/);
  }
});
