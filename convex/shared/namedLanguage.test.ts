import { expect, test } from "vitest";
import { namedLanguage, nameLanguage } from "./namedLanguage";

test.each([
  ["?lang=hi", "hi"],
  ["?next=%2Fhome&lang=en", "en"],
  ["?lang=hi%20%E0%A5%A4", "hi"], // the sentence goes on behind the link
  ["?lang=hi.", "hi"],
  ["?lang=hinglish", null],
  ["?lang=fr", null],
  ["?lang=HI", null],
  ["?lang=%22%3E%3Cscript%3E", null],
  ["", null],
])("%s names %s", (search, language) => {
  expect(namedLanguage(new URLSearchParams(search))).toBe(language);
});

test.each([
  ["/beats/b1", "/beats/b1?lang=hi"],
  ["/signup?next=%2Fbeats", "/signup?next=%2Fbeats&lang=hi"],
  ["/beats/b1#verse-v1", "/beats/b1?lang=hi#verse-v1"],
])("names it in %s", (path, named) => {
  expect(nameLanguage(path, "hi")).toBe(named);
});
