import { expect, test } from "vitest";
import { MINIMUM_VERSIONS_TEXT } from "../../src/lib/browserVersions.ts";
import { withNoScript } from "./noScript.ts";

const PAGE = '<body><div id="root"></div></body>';

test("a page says in both languages that it needs JavaScript and which browsers run it", () => {
  const [, text = ""] =
    /<noscript>(.*)<\/noscript>/.exec(withNoScript(PAGE)) ?? [];
  for (const language of ["en", "hi"]) {
    const [, part = ""] =
      new RegExp(`<section lang="${language}"(.*?)</section>`).exec(text) ?? [];
    expect(part).toMatch(/JavaScript|जावास्क्रिप्ट/);
    expect(part).toContain(MINIMUM_VERSIONS_TEXT);
  }
});

test("the text stands below the root, which holds the header", () => {
  expect(withNoScript(PAGE)).toMatch(/<div id="root"><\/div><noscript>/);
});

test("leaves the rest of the page alone, and refuses a page without a root", () => {
  expect(withNoScript(PAGE).replace(/<noscript>.*<\/noscript>/, "")).toBe(PAGE);
  expect(() => withNoScript("<body></body>")).toThrow("no root");
});
