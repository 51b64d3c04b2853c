// @vitest-environment jsdom
import { expect, test } from "vitest";
import { cleanAddress, withoutSentence } from "./withoutSentence";

const ID = "j57038gw4a9n24s67dpkzge41ftdj8yb";

test.each([".", ")", ",", "%20", "%E0%A5%A4", "!?", "%22", "*", "%E2%80%9D"])(
  "opens what a link means that is followed by %s",
  (end) => {
    for (const link of [
      ...[`/beats/${ID}`, `/profile/${ID}`, `/cyphers/${ID}`],
      `#verse-${ID}`,
    ]) {
      expect(withoutSentence(link + end)).toBe(link);
    }
  },
);

test.each([
  `/beats/${ID}`,
  `/beats/${ID}/`,
  "/beats/short.",
  `/beats/${ID}${ID}.`,
  "/search",
])("leaves %s alone", (path) => {
  expect(withoutSentence(path)).toBe(path);
});

test("cleans path and fragment, and keeps the query", () => {
  window.history.replaceState(null, "", `/beats/${ID})?lang=hi#verse-${ID}.`);
  cleanAddress();
  const { pathname, search, hash } = window.location;
  expect(pathname + search + hash).toBe(`/beats/${ID}?lang=hi#verse-${ID}`);
});
