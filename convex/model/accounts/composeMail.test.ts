import { expect, test } from "vitest";
import { composeMail } from "./composeMail";
import { MAIL_TEXTS, type MailKind } from "./mailTexts";

const args = {
  siteUrl: "https://gully.example",
  supportEmail: null,
  email: "a+b@example.com",
  username: "DIVINE",
  language: "en",
  code: "c0de",
} as const;

test("the activation link contains only the code", () => {
  const { text } = composeMail("confirm", args);
  expect(text).toContain("https://gully.example/activate?code=c0de\n");
  expect(text).toContain("Hello DIVINE,");
});

test("the reset link contains the code and the encoded address", () => {
  const { text } = composeMail("reset", args);
  expect(text).toContain(
    "https://gully.example/reset-password?code=c0de&email=a%2Bb%40example.com\n",
  );
});

test("text from users cannot become markup", () => {
  const { html } = composeMail("confirm", { ...args, username: `<b a="'">` });
  expect(html).toContain("Hello &lt;b a=&quot;&#39;&quot;&gt;,");
});

test.each([
  "www.free-prize485.example.com",
  "http://prize.example",
  "prize\u3002example",
  "me@prize.example",
])("the name %s does not become a link", (username) => {
  const { text, html } = composeMail("confirm", { ...args, username });
  for (const part of [text, html]) {
    expect(part.replaceAll("\u2060", "")).toContain(`Hello ${username},`);
    const [greeting = ""] = /Hello .*,/.exec(part) ?? [];
    expect(greeting).not.toMatch(
      /[\p{L}\d][.:/@\u3002]|[.:/@\u3002][\p{L}\d]/u,
    );
  }
});

test("a person without a profile is greeted without a name", () => {
  const { text } = composeMail("confirm", { ...args, username: "" });
  expect(text.startsWith("Hello,\n")).toBe(true);
});

const kinds = Object.keys(MAIL_TEXTS.en.kinds) as MailKind[]; // a Record's keys

test.each(kinds)("the mail %s is complete in both languages", (kind) => {
  for (const language of ["en", "hi"] as const) {
    const { subject, text, html } = composeMail(kind, { ...args, language });
    expect(html).toContain(`<html lang="${language}">`);
    for (const part of [subject, text, html]) {
      expect(part).not.toMatch(/undefined|null|\n{3}/);
    }
    expect(/[\u0900-\u097F]/.test(subject)).toBe(language === "hi");
  }
});

test("a mail about a sign-in names the browser and holds no code", () => {
  const device = { browser: "Firefox", system: null };
  const mail = composeMail("newSignIn", { ...args, code: undefined, device });
  expect(mail.text).toContain("Browser: Firefox. System: unknown.");
  expect(mail.text).toContain("https://gully.example/account\n");
});

test("no mail repeats an address, which a sender could use for a text", () => {
  for (const kind of kinds.filter((one) => one !== "reset")) {
    expect(composeMail(kind, args).text).not.toContain(args.email);
  }
});
