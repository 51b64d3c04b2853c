import { expect, test } from "vitest";
import { mailWarning, refusalWarning } from "./startWarnings.ts";
import { StartError } from "./startError.ts";

const MAIL_URL = "smtp://mail.example.org";

test.each(["https://cypher.example.org", "http://192.168.1.5:5173"])(
  "warns about a site at %s without SMTP_URL",
  (siteUrl) => {
    expect(mailWarning({ siteUrl, smtpUrl: null })).toContain(siteUrl);
    expect(mailWarning({ siteUrl, smtpUrl: null })).toContain("SMTP_URL");
    expect(mailWarning({ siteUrl, smtpUrl: MAIL_URL })).toBeNull();
  },
);

test.each([
  null,
  "http://localhost:5173",
  "http://127.0.0.1",
  "http://[::1]:5173",
  "http://cypher.localhost",
])("a site at %s needs no mail server", (siteUrl) => {
  expect(mailWarning({ siteUrl, smtpUrl: null })).toBeNull();
});

test("shows the whole refusal and says that the last good version is served", () => {
  const text = refusalWarning(new StartError("convex failed:\nno such table"));
  expect(text).toContain("    convex failed:\n    no such table");
  expect(text).toContain("last good one is served");
  expect(refusalWarning(null)).toBeNull();
});
