import { expect, test } from "vitest";
import { composeOutcomeMail } from "./outcomeMail";

test("a title that looks like an address is no link", () => {
  const about = "URGENT: verify at login-gully.example/now";
  const { text, html } = composeOutcomeMail({
    ...{ email: "asha@example.com", language: "en" },
    outcomes: [{ number: "C-1", about, outcome: "dismiss" }],
    ...{ siteUrl: "https://gully.example", supportEmail: null },
  });
  for (const part of [text, html]) {
    expect(part).toContain("login-gully\u2060.\u2060example\u2060/\u2060now");
    expect(part).not.toContain("login-gully.example");
  }
});
