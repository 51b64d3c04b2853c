import { describe, expect, test } from "vitest";
import { en as english } from "./en/all";
import { legal as englishLegal } from "./en/legal";
import { hi as hindi } from "./hi/all";
import { legal as hindiLegal } from "./hi/legal";
import { takes as enTakes } from "./en/takes";
import { takes as hiTakes } from "./hi/takes";
import { exports as enExports } from "./en/exports";
import { exports as hiExports } from "./hi/exports";
import { trust as enTrust } from "./en/trust";
import { trust as hiTrust } from "./hi/trust";
import { bell as enBell } from "./en/bell";
import { bell as hiBell } from "./hi/bell";
import { ears as enEars } from "./en/ears";
import { ears as hiEars } from "./hi/ears";
import { bars as enBars } from "./en/bars";
import { bars as hiBars } from "./hi/bars";
import { words as enWords } from "./en/words";
import { words as hiWords } from "./hi/words";
import { cypherLines as enLines } from "./en/cypherLines";
import { cypherLines as hiLines } from "./hi/cypherLines";
import { cyphers as enCyphers } from "./en/cyphers";
import { room as enRoom } from "./en/room";
import { cyphers as hiCyphers } from "./hi/cyphers";
import { room as hiRoom } from "./hi/room";
import { outbox as enOut } from "./en/outbox";
import { outbox as hiOut } from "./hi/outbox";
import { punch as enPunch } from "./en/punch";
import { punch as hiPunch } from "./hi/punch";
import { account as enAccount } from "./en/account";
import { account as hiAccount } from "./hi/account";
import { auth as enAuth } from "./en/auth";
import { auth as hiAuth } from "./hi/auth";
import { leaving as enLeaving } from "./en/leaving";
import { leaving as hiLeaving } from "./hi/leaving";
import { upload as enUpload } from "./en/upload";
import { upload as hiUpload } from "./hi/upload";
import { recorder as enRecorder } from "./en/recorder";
import { recorder as hiRecorder } from "./hi/recorder";
import { micCheck as enMicCheck } from "./en/micCheck";
import { micCheck as hiMicCheck } from "./hi/micCheck";
import { proof as enProof } from "./en/proof";
import { proof as hiProof } from "./hi/proof";
import { leave as enLeave } from "./en/leave";
import { leave as hiLeave } from "./hi/leave";
import { preferredLanguage } from "./language";
import { MESSAGES } from "../../convex/shared/messages";

const en = {
  ...english,
  errors: { ...english.errors, byCode: MESSAGES },
  proof: enProof,
  leave: enLeave,
  legal: englishLegal,
  takes: enTakes,
  exports: enExports,
  trust: enTrust,
  bell: enBell,
  ears: enEars,
  bars: enBars,
  words: enWords,
  cypherLines: enLines,
  cyphers: enCyphers,
  room: enRoom,
  outbox: enOut,
  punch: enPunch,
  upload: enUpload,
  micCheck: enMicCheck,
  recorder: enRecorder,
  leaving: enLeaving,
  auth: enAuth,
  account: enAccount,
};
const hi = {
  ...hindi,
  proof: hiProof,
  leave: hiLeave,
  legal: hindiLegal,
  takes: hiTakes,
  exports: hiExports,
  trust: hiTrust,
  bell: hiBell,
  ears: hiEars,
  bars: hiBars,
  words: hiWords,
  cypherLines: hiLines,
  cyphers: hiCyphers,
  room: hiRoom,
  outbox: hiOut,
  punch: hiPunch,
  upload: hiUpload,
  micCheck: hiMicCheck,
  recorder: hiRecorder,
  leaving: hiLeaving,
  auth: hiAuth,
  account: hiAccount,
};

/** Lists every text with its path. */
function leaves(node: unknown, path = ""): [string, unknown][] {
  if (typeof node !== "object" || node === null) return [[path, node]];
  return Object.entries(node).flatMap(([key, child]) =>
    leaves(child, path === "" ? key : `${path}.${key}`),
  );
}

const shape = (texts: unknown) =>
  leaves(texts)
    .map(([path, leaf]) => `${path}: ${typeof leaf}`)
    .sort();

describe("the English and Hindi texts", () => {
  test("have the same keys", () => {
    expect(shape(hi)).toEqual(shape(en));
  });

  test("have no empty strings", () => {
    for (const [path, leaf] of [...leaves(en), ...leaves(hi)]) {
      expect(leaf, path).not.toBe("");
    }
  });

  test("differ in script: Hindi is written in Devanagari", () => {
    const allowedLatin = new Set([
      "cassetteSide",
      "bpm",
      "otherLanguage",
      "switchLanguage",
    ]);
    const latinOnly = leaves(hi).filter(
      ([path, leaf]) =>
        typeof leaf === "string" &&
        !/[\u0900-\u097F]/.test(leaf) &&
        /[a-z]{3}/i.test(leaf) &&
        !allowedLatin.has(path.split(".").at(-1) ?? ""),
    );
    expect(latinOnly).toEqual([]);
  });
});

/** Letters of Devanagari, without its full stop. */
const LETTERS = "\\u0900-\\u0963\\u0966-\\u097F";
const BEFORE = `(?:^|[^${LETTERS}])`;
const AFTER = `(?![${LETTERS}-])`;
const VERBS =
  "कर|सुन|चुन|देख|लिख|भेज|बना|बता|जा|आ|रह|रख|खोज|खोल|छाँट|ढूँढ|लड़|दबा|बोल|पढ़|डाल|छोड़|मिल|कह|थाम";

describe("the Hindi texts", () => {
  test.each([
    [
      "बार for the bars of a beat, which reads as 'times'",
      /[\d}] बार(?!्स)|बार [\d$]|हर बार के/,
    ],
    [
      "वर्स as a feminine word",
      /(?:की|आपकी|पहली|कोई) वर्स (?:नहीं मिली|हो गई|अभी)|वर्सेज़/,
    ],
    ["a second word for the account", /अकाउंट/],
    [
      "तू or तुम to the reader, who is आप everywhere",
      new RegExp(`${BEFORE}(?:तू|तुझ|तुम|तेर[ाीे])`),
    ],
    [
      "an imperative of तुम, or one in -इए: the texts say करें",
      new RegExp(
        `${BEFORE}(?:${VERBS})(?:ो|ओ|िए|इए)${AFTER}|${BEFORE}लो${AFTER}`,
      ),
    ],
    ["textbook words", /पूर्वावलोकन|शैली|शैलियाँ|भूमिका/],
  ])("never say %s", (_, pattern) => {
    const found = leaves(hi)
      // The source of a function contains its words.
      .filter(([, leaf]) => pattern.test(String(leaf)))
      .map(([path]) => path);
    expect(found).toEqual([]);
  });
});

describe("the preferred language", () => {
  test.each([
    [null, null, ["hi-IN", "en"], "hi"],
    [null, null, ["hi"], "hi"],
    [null, null, ["en-IN", "hi"], "en"],
    [null, null, ["hil"], "en"],
    [null, null, [], "en"],
    ["hi", null, ["en-GB"], "hi"],
    ["en", null, ["hi-IN"], "en"],
    ["fr", null, ["hi-IN"], "hi"],
    [null, "hi", ["en-GB"], "hi"],
    [null, "en", ["hi-IN"], "en"],
    ["en", "hi", ["hi-IN"], "en"],
    [null, "fr", ["hi-IN"], "hi"],
  ] as const)(
    "with stored %j, named %j and browser %j is %s",
    (stored, named, browser, language) => {
      expect(preferredLanguage(stored, named, browser)).toBe(language);
    },
  );
});
