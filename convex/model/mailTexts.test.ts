import { expect, test } from "vitest";
import { composeMail } from "./mailTexts";

const args = {
  siteUrl: "https://gully.example",
  supportEmail: null,
  email: "a+b@example.com",
  username: "DIVINE",
  code: "c0de",
};

test("the activation link carries the code alone", () => {
  const { text } = composeMail("confirm", args);
  expect(text).toContain("https://gully.example/activate?code=c0de\n");
  expect(text).toContain("Hello DIVINE,");
});

test("the reset link carries code and address, encoded", () => {
  const { text } = composeMail("reset", args);
  expect(text).toContain(
    "https://gully.example/reset-password?code=c0de&email=a%2Bb%40example.com\n",
  );
});

test("what people typed cannot become markup", () => {
  const { html } = composeMail("confirm", { ...args, username: `<b a="'">` });
  expect(html).toContain("Hello &lt;b a=&quot;&#39;&quot;&gt;,");
});

test("a person without a profile is greeted without a name", () => {
  const { text } = composeMail("confirm", { ...args, username: "" });
  expect(text.startsWith("Hello,\n")).toBe(true);
});
