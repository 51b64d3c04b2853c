import fc from "fast-check";
import addressparser from "nodemailer/lib/addressparser";
import { expect, test } from "vitest";
import {
  isEmail,
  isEmailOfAnyAge,
  isMailable,
  needsUnicodeMail,
  normalizeEmail,
} from "./email";
import { GENRES } from "./genres";
import { isAppErrorData } from "./appErrors";
import { MESSAGES, waitText } from "./messages";
import { pageWindow } from "./pageWindow";
import { checkUsername } from "./profileFields";
import { STATES } from "./states";
import { foldUsername, isUsername, normalizeUsername } from "./usernames";

test("there are ten genres and 32 states, each once", () => {
  expect(new Set(GENRES).size).toBe(10);
  expect(new Set(STATES).size).toBe(32);
  expect([STATES[0], STATES.at(-1)]).toEqual(["Andhra Pradesh", "Puducherry"]);
});

test.each([
  "ab",
  "MC_Stan.01",
  "डिवाइन",
  "हिन्दी_रैप",
  "நாவசாகரம்",
  "x".repeat(30),
])("accepts the username %s", (name) => {
  expect(isUsername(name)).toBe(true);
});

/**
 * Words that need U+200C or U+200D, as keyboards for their scripts write them.
 */
const JOINED = [
  "র\u200D\u09CD\u09AFাপার", // Bengali: rapper
  "র\u200C\u09CD\u09AFাপার", // as Bengali keyboards before 2006 wrote it
  "ರ\u200D\u0CCDಯಾಪರ್", // Kannada: rapper
  "അവന\u0D4D\u200D", // Malayalam chillus
  "രാജന\u0D4D\u200D_പാട്ട്",
  "ක\u0DCA\u200Dරි", // Sinhala
  "दर\u094D\u200Dया", // the Marathi eyelash
  "क\u094D\u200Cष",
  "نی\u200Cپال",
  "می\u200Cخواهم\u200Cش",
];

test.each(JOINED)("accepts the username %s, spelt with a joiner", (name) => {
  expect(checkUsername(normalizeUsername(name))).toBeNull();
});

test.each(JOINED)("%s has the same key without joiners", (name) => {
  const bare = name.replace(/[\u200C\u200D]/g, "");
  expect(bare).not.toBe(name);
  expect(foldUsername(bare)).toBe(foldUsername(name));
});

test.each([
  ["അവൻ", "അവന\u0D4D\u200D"],
  ["ബാൽക്കണി", "ബാല\u0D4D\u200Dക്കണി"],
  ["উৎসব", "উত\u09CD\u200Dসব"],
])("%s has the same key as older keyboards write it", (name, older) => {
  expect(foldUsername(older)).toBe(foldUsername(name));
});

test("a name of thirty letters may have joiners", () => {
  const name = "ක\u0DCA\u200D".repeat(15);
  expect(isUsername(name)).toBe(true);
  expect(isUsername(name + "x")).toBe(false);
});

test.each([
  "asha\u200D",
  "a\u200Csha",
  "\u200Dasha",
  "अ\u200Dब",
  "नी\u200Cपाल",
  "क\u094D\u200D\u200Dष",
  "क\u094D\u200C\u200Dष",
  "نی\u200Dپال",
  "نی\u200C\u200Cپال",
  "\u200Cنی",
  "نیپال\u200C",
  "نی\u200Ca",
  "١\u200C٢",
  "র\u200Dাপার",
  "ক\u200D\u09CDয", // no RA
  "\u094D\u200D",
  `क${"\u094D\u200D".repeat(9)}`, // a pile of marks
])("refuses %j, whose joiner no spelling needs", (name) => {
  expect(checkUsername(normalizeUsername(name))).toBe("USERNAME_INVALID");
});

test.each([
  "",
  "a",
  "x".repeat(31),
  "a b",
  "a/b",
  "<b>",
  "a\u200bb",
  "\u094dab",
  "😀😀",
  "\u3164\u3164", // letters that render as nothing
  "ab\ufe0f",
])("refuses the username %j", (name) => {
  expect(isUsername(name)).toBe(false);
});

test("refuses a very long text without normalising its marks", () => {
  const marks = "a" + "\u0301\u0327".repeat(300_000);
  expect(normalizeUsername(marks)).toBe(marks);
  expect(foldUsername(marks)).toBe(marks);
  expect(isUsername(marks)).toBe(false);
});

test("accepts a name of thirty letters, composed or decomposed", () => {
  const letters = "ế".normalize("NFD").repeat(30);
  expect(letters).toHaveLength(90);
  expect(isUsername(normalizeUsername(` ${letters} `))).toBe(true);
});

test("usernames that differ only in case or width have the same key", () => {
  expect(foldUsername("STRASSE")).toBe(foldUsername("straße"));
  expect(foldUsername("ΣΑΣ")).toBe(foldUsername("σας"));
  expect(foldUsername("Ａsha")).toBe(foldUsername("asha"));
  expect(foldUsername("asha")).not.toBe(foldUsername("ashb"));
});

test("trims and lower-cases addresses", () => {
  expect(normalizeEmail("  Asha@Example.COM ")).toBe("asha@example.com");
});

test.each([
  ["Asha@उदाहरण.भारत", "asha@xn--p1b6ci4b4b3a.xn--h2brj9c"],
  ["asha@उदाहरण。भारत", "asha@xn--p1b6ci4b4b3a.xn--h2brj9c"],
  ["asha@xn--p1b6ci4b4b3a.XN--H2BRJ9C", "asha@xn--p1b6ci4b4b3a.xn--h2brj9c"],
  ["asha@क\u094D\u200Dष.भारत", "asha@xn--11b2ezcw70k.xn--h2brj9c"],
  ["ram@Bu\u0308cher.example", "ram@xn--bcher-kva.example"],
  ["e\u0301@b.cc", "é@b.cc"],
  ["ÉLODIE@BÜCHER.EXAMPLE", "élodie@xn--bcher-kva.example"],
  ["E\u0301lodie@BU\u0308CHER.Example", "élodie@xn--bcher-kva.example"],
  ["ИВАН@ПОЧТА.РФ", "иван@xn--80a1acny.xn--p1ai"],
  ["राम@भारत:80/x", "राम@भारत:80/x"],
  ["a@％41.cc", "a@％41.cc"],
])("normalises %s to %s", (typed, normal) => {
  expect(normalizeEmail(typed)).toBe(normal);
});

test("asks for SMTPUTF8 only where the part before the @ needs it", () => {
  expect(needsUnicodeMail("राम@example.com")).toBe(true);
  expect(needsUnicodeMail("ram@xn--bcher-kva.example")).toBe(false);
});

/** Addresses that the rule of the first versions accepted. */
const OLDER = [
  "ram@bücher.example",
  "राम@example.com",
  "ram@my_host.example",
  '"ab"@x.example',
  "x@host.1",
];

test.each(OLDER)("an account may still have the address %s", (email) => {
  expect(isEmailOfAnyAge(email)).toBe(true);
  expect(isMailable(email)).toBe(true);
});

test.each(["", "a", "a@b", "a@@b.co", "a b@c.co", "a@b.cc\r\nBcc: c@d.ee"])(
  "no account ever had the address %j",
  (email) => {
    expect(isEmailOfAnyAge(email)).toBe(false);
  },
);

test.each([
  "a@b.co",
  "a+b@mail.example.com",
  "o'neil.mc_1-x@xn--p1ai.example",
  `${"x".repeat(64)}@${"y".repeat(63)}.example`,
  "राम@example.com",
  "क\u094D\u200Dष.०१@xn--p1b6ci4b4b3a.xn--h2brj9c",
  "é@b.cc",
])("accepts the address %s", (email) => {
  expect(isEmail(email)).toBe(true);
  expect(addressparser(email)).toEqual([{ address: email, name: "" }]);
});

test.each([
  "",
  "a",
  "a@b",
  "a@@b.co",
  "a b@c.co",
  "a@b..co",
  "@b.co",
  "<a@b.cc>",
  "x,y@b.cc",
  "x;y@b.cc",
  "g:a@b.cc;",
  "a(b)@b.cc",
  '"a"@b.cc',
  '"a b" <a@b.cc>',
  "a\\@b.cc",
  "a@b.cc\r\nBcc: c@d.ee",
  "a@b.cc\n",
  "a\u0000@b.cc",
  ".a@b.cc",
  "a.@b.cc",
  "a..b@b.cc",
  "a@-b.cc",
  "a@b-.cc",
  "a@b.cc.",
  "a@[127.0.0.1]",
  "a@127.0.0.1",
  "ａ@b.cc",
  "a@bücher.cc", // not normalised
  "राम@example", // no top level
  "\u094Dराम@b.cc\u200D",
  "रा\u200Dम@b.cc",
  `${"र".repeat(22)}@b.cc`, // 66 bytes
  `${"x".repeat(65)}@b.cc`,
  `a@${"y".repeat(64)}.cc`,
  `a@${"y.".repeat(130)}cc`,
])("refuses the address %j", (email) => {
  expect(isEmail(email)).toBe(false);
});

test("the mailer reads every accepted address as one plain address", () => {
  const letters = fc.constantFrom(..."ab.@<>()[],;:\\\"' \t\r\n!%é\u0000-");
  const texts = fc.oneof(
    fc.string({ unit: letters, maxLength: 12 }),
    fc.string({ unit: letters, maxLength: 6 }).map((text) => `${text}@b.cc`),
  );
  const isPlain = (text: string) => {
    const email = normalizeEmail(text);
    if (!isEmail(email)) return;
    expect(addressparser(email)).toEqual([{ address: email, name: "" }]);
  };
  fc.assert(fc.property(texts, isPlain), { numRuns: 5000, seed: 97 });
});

test.each([
  [1, 0, []],
  [1, 1, [1]],
  [3, 5, [1, 2, 3, 4, 5]],
  [1, 9, [1, 2, 3, 4, "gap", 9]],
  [5, 9, [1, "gap", 4, 5, 6, "gap", 9]],
  [9, 9, [1, "gap", 6, 7, 8, 9]],
] as const)("page %i of %i shows the window %j", (page, pageCount, window) => {
  expect(pageWindow(page, pageCount)).toEqual(window);
});

test.each([
  [200, "1 second"],
  [59_000, "59 seconds"],
  [61_000, "2 minutes"],
  [3_600_000, "1 hour"],
  [7_201_000, "3 hours"],
])("describes a wait of %i ms as %s", (retryAfterMs, time) => {
  const text = `Too many attempts. Please try again in ${time}.`;
  expect(waitText(retryAfterMs)).toBe(text);
});

test("tells errors for people from other data", () => {
  const message = MESSAGES.BEAT_NOT_FOUND;
  expect(isAppErrorData({ code: "BEAT_NOT_FOUND", message })).toBe(true);
  for (const data of [
    null,
    "x",
    {},
    { code: "toString", message: "x" },
    { code: 1 },
  ]) {
    expect(isAppErrorData(data)).toBe(false);
  }
});
