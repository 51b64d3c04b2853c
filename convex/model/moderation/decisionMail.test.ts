import { expect, test } from "vitest";
import { composeDecisionMail } from "./decisionMail";

test.each([true, false])("a title does not become a link: %s", (lostVerse) => {
  const { text, html } = composeDecisionMail({
    siteUrl: "https://gully.example",
    supportEmail: null,
    email: "asha@example.com",
    username: "Asha",
    language: "en",
    kind: "claim",
    subjectType: "beat",
    about: "www.prize.example",
    ...{ lostVerse, more: 0, decision: null, canAppeal: false },
  });
  for (const part of [text, html]) {
    expect(part).not.toMatch(/www\.|prize\.example/);
    expect(part.replaceAll("\u2060", "")).toContain(": www.prize.example.");
  }
});
